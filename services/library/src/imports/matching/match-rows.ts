import type { CandidateRow, GameCandidate, RowCandidates } from '@nightshelf/contracts/import-candidates.ts';
import { importRules } from '@nightshelf/contracts/import-rules.ts';
import type { ImportedFields } from '@nightshelf/contracts/imports.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { gameYear } from '../../games/game-as-shown.ts';

/** The game of a row, and how certain the match is. */
export interface Match {
  readonly match: 'exact' | 'likely' | 'chosen' | 'none' | 'left_out';
  readonly guid: string | null;
  /** Other games that the row could mean. */
  readonly alternatives: readonly string[];
}

export const noMatch: Match = { match: 'none', guid: null, alternatives: [] };

interface Known {
  readonly candidates: Pick<RowCandidates, 'by_id' | 'named' | 'near'>;
  /** The user's earlier choice for that name: undefined for none, null to leave such games out. */
  readonly chosen?: string | null | undefined;
  readonly own: ReadonlySet<string>;
}

type Given = Pick<ImportedFields, 'year' | 'platform_id'>;

/**
 * Matches a row by its id, else by the user's earlier choice for the name, else by the name, ranked by year or
 * prominence, the user's vault and the platform.
 */
export function matchOf(given: Given, { candidates, chosen, own }: Known): Match {
  const { by_id, named, near } = candidates;
  if (by_id !== null) return { match: 'exact', guid: by_id, alternatives: [] };
  if (chosen !== undefined) {
    return { match: chosen === null ? 'left_out' : 'chosen', guid: chosen, alternatives: [] };
  }
  return named.length > 0 ? matchAmong(given, named, own, true) : matchAmong(given, near, own, false);
}

/**
 * Only offers a game whose year contradicts the row's, and never treats an obscure game as exact by its name alone, or
 * a similar name as exact.
 */
function matchAmong(given: Given, games: readonly GameCandidate[], own: ReadonlySet<string>, isNamed: boolean): Match {
  const ranked = rankedFor(given, games, own);
  const [best, second] = ranked;
  if (!best) return noMatch;
  if (isYear(given, best) === false) return { ...noMatch, alternatives: guidsOf(ranked) };
  const isAlone = !second || rank(given, best, own) - rank(given, second, own) >= sure;
  const isKnown = isYear(given, best) === true || best.prominence > 0 || own.has(best.guid);
  const match = isNamed && isAlone && isKnown ? 'exact' : 'likely';
  return { match, guid: best.guid, alternatives: guidsOf(ranked.slice(1)) };
}

const rankedFor = (given: Given, games: readonly GameCandidate[], own: ReadonlySet<string>) =>
  games.toSorted(
    (one, other) =>
      rank(given, other, own) - rank(given, one, own) ||
      Number(other.is_whole) - Number(one.is_whole) ||
      other.prominence - one.prominence ||
      (one.year ?? 9999) - (other.year ?? 9999) ||
      (one.guid < other.guid ? -1 : 1),
  );

const guidsOf = (ranked: readonly GameCandidate[]) => ranked.slice(0, importRules.alternatives).map(({ guid }) => guid);

/** The rank difference that makes the best game exact: a year adds that much, a platform or the vault does not. */
const sure = 4;

function rank(given: Given, game: GameCandidate, own: ReadonlySet<string>): number {
  const year = isYear(given, game);
  // Without a year, a name means the well-known game.
  const isWellKnown = game.prominence >= 1 || own.has(game.guid);
  const byYear = year === true ? 8 : year === false ? 0 : 2 + (isWellKnown ? sure : 0);
  const isPlatform = typeof given.platform_id === 'number' && game.platforms.includes(given.platform_id);
  return byYear + (own.has(game.guid) ? 1 : 0) + (isPlatform ? 1 : 0) + (game.is_alias ? 0 : 2);
}

/** Accepts a difference of one year, because regional releases differ; null when either year is unknown. */
function isYear({ year }: Given, game: Pick<GameCandidate, 'year'>): boolean | null {
  return year === null || game.year === null ? null : Math.abs(year - game.year) <= 1;
}

/** A row's match; `isAsked` is false while the providers still have to be asked. */
interface RowMatch extends Match {
  readonly isAsked: boolean;
}

export const candidateRow = ({ title, year, guid }: ImportedFields): CandidateRow => ({
  title,
  year: year !== null && year >= 1950 && year <= 2100 ? year : null,
  id: guid,
});

/** Matches rows by the catalog's candidates, the user's earlier choices and the user's own games. */
export async function matchRows(
  em: EntityManager,
  userId: string,
  rows: readonly ImportedFields[],
  candidates: readonly RowCandidates[],
): Promise<RowMatch[]> {
  const known = await knownGames(em, userId, rows, candidates);
  return rows.map((given, at): RowMatch => {
    const { asked = true, ...found } = candidates[at] ?? noCandidates;
    const ownGames = known.ownGames.get(given.title ?? '') ?? [];
    const isOwn = given.guid !== null && (known.ownGuids.has(given.guid) || known.vault.has(given.guid));
    const named = [...ownGames, ...found.named];
    const match = matchOf(given, {
      candidates: { by_id: isOwn ? given.guid : found.by_id, named, near: found.near },
      chosen: known.chosen.get(given.title ?? ''),
      own: known.vault,
    });
    return {
      ...match,
      isAsked: asked || match.match === 'exact' || match.match === 'chosen' || match.match === 'left_out',
    };
  });
}

const noCandidates: RowCandidates = { by_id: null, named: [], near: [], asked: true };

async function knownGames(
  em: EntityManager,
  userId: string,
  rows: readonly ImportedFields[],
  candidates: readonly RowCandidates[],
) {
  const titles = JSON.stringify([...new Set(rows.flatMap(({ title }) => title ?? []))]);
  const keyed = `
    select t.title, title_key(t.title) as key from jsonb_array_elements_text(?::jsonb) as t (title) offset 0`;
  const chosen = await em.execute<{ title: string; guid: string | null }[]>(
    `select w.title, c.guid from (${keyed}) w join chosen_games c on c.user_id = ? and c.title_key = w.key where w.key <> ''`,
    [titles, userId],
  );
  const ownGames = await em.execute<{ title: string; guid: string; year: number | null }[]>(
    `select w.title, d.guid, ${gameYear('d.summary::json')} as year
     from (${keyed}) w join described_games d on d.user_id = ? and d.guid like 'own-%'
       and title_key(d.summary::json ->> 'name') = w.key where w.key <> ''`,
    [titles, userId],
  );
  const guids = [
    ...rows.flatMap(({ guid }) => guid ?? []),
    ...candidates.flatMap(({ named, near }) => [...named, ...near].map(({ guid }) => guid)),
  ];
  const vault = await em.execute<{ guid: string }[]>(
    'select guid from entries where user_id = ? and guid in (select jsonb_array_elements_text(?::jsonb))',
    [userId, JSON.stringify([...new Set(guids)])],
  );
  const ownGuids = await em.execute<{ guid: string }[]>(
    `select guid from described_games where user_id = ? and guid in (select jsonb_array_elements_text(?::jsonb))`,
    [userId, JSON.stringify(rows.flatMap(({ guid }) => (guid?.startsWith('own-') ? [guid] : [])))],
  );
  return {
    chosen: new Map(chosen.map(({ title, guid }) => [title, guid])),
    ownGames: Map.groupBy(
      ownGames.map(({ title, guid, year }) => ({
        ...{ title, guid, year, platforms: [], prominence: 1, is_alias: false, is_whole: true },
      })),
      ({ title }) => title,
    ),
    ownGuids: new Set(ownGuids.map(({ guid }) => guid)),
    vault: new Set(vault.map(({ guid }) => guid)),
  };
}
