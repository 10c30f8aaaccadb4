import type { GameCandidate, RowCandidates } from '@nightshelf/contracts/import-candidates.ts';
import { importRules } from '@nightshelf/contracts/import-rules.ts';
import type { ImportedFields } from '@nightshelf/contracts/imports.ts';

/** Which game a row means: surely, likely, as its user chose before, or none that is known. */
export interface Match {
  readonly match: 'exact' | 'likely' | 'chosen' | 'none' | 'left_out';
  readonly guid: string | null;
  /** Other games that it could mean, as many as a row is offered. */
  readonly alternatives: readonly string[];
}

const unknown: Match = { match: 'none', guid: null, alternatives: [] };

interface Known {
  readonly candidates: Pick<RowCandidates, 'by_id' | 'named' | 'near'>;
  /** What the user has chosen for that name before: undefined for nothing, null where such games are left out. */
  readonly chosen?: string | null | undefined;
  /** Games in the user's vault. */
  readonly own: ReadonlySet<string>;
}

type Said = Pick<ImportedFields, 'year' | 'platform_id'>;

/**
 * The row's id decides, then what the user has chosen for that name before, then the name: with the year where both are known, else by how
 * well known the games are, with what is in the vault and the platform.
 */
export function matchOf(given: Said, { candidates, chosen, own }: Known): Match {
  const { by_id, named, near } = candidates;
  if (by_id !== null) return { match: 'exact', guid: by_id, alternatives: [] };
  if (chosen !== undefined) {
    return { match: chosen === null ? 'left_out' : 'chosen', guid: chosen, alternatives: [] };
  }
  return named.length > 0 ? matchByName(given, named, own) : matchNearly(given, near, own);
}

/** A game of another year than the row says is only offered, as is one of an old list for a name alone. */
function matchByName(given: Said, named: readonly GameCandidate[], own: ReadonlySet<string>): Match {
  const ranked = rankedFor(given, named, own);
  const [best, second] = ranked;
  if (!best) return unknown;
  if (isYear(given, best) === false) return { ...unknown, alternatives: guidsOf(ranked) };
  const isAlone = !second || rank(given, best, own) - rank(given, second, own) >= sure;
  const isKnown = isYear(given, best) === true || best.prominence > 0 || own.has(best.guid);
  return { match: isAlone && isKnown ? 'exact' : 'likely', guid: best.guid, alternatives: guidsOf(ranked.slice(1)) };
}

/** Never sure. */
function matchNearly(given: Said, near: readonly GameCandidate[], own: ReadonlySet<string>): Match {
  const ranked = rankedFor(given, near, own);
  const [best] = ranked;
  if (!best) return unknown;
  if (isYear(given, best) === false) return { ...unknown, alternatives: guidsOf(ranked) };
  return { match: 'likely', guid: best.guid, alternatives: guidsOf(ranked.slice(1)) };
}

const rankedFor = (given: Said, games: readonly GameCandidate[], own: ReadonlySet<string>) =>
  games.toSorted(
    (one, other) =>
      rank(given, other, own) - rank(given, one, own) ||
      Number(other.is_whole) - Number(one.is_whole) ||
      other.prominence - one.prominence ||
      (one.year ?? 9999) - (other.year ?? 9999) ||
      (one.guid < other.guid ? -1 : 1),
  );

const guidsOf = (ranked: readonly GameCandidate[]) => ranked.slice(0, importRules.alternatives).map(({ guid }) => guid);

/** By how much more the best has to answer than the second: as much as a year does, not as a platform or the vault. */
const sure = 4;

function rank(given: Said, game: GameCandidate, own: ReadonlySet<string>): number {
  const year = isYear(given, game);
  // Without a year, a name means the game that people know and not one of its name that hardly anybody knows.
  const isWellKnown = game.prominence >= 1 || own.has(game.guid);
  const byYear = year === true ? 8 : year === false ? 0 : 2 + (isWellKnown ? sure : 0);
  const isPlatform = typeof given.platform_id === 'number' && game.platforms.includes(given.platform_id);
  return byYear + (own.has(game.guid) ? 1 : 0) + (isPlatform ? 1 : 0) + (game.is_alias ? 0 : 2);
}

/** A year off is the same game: it came out elsewhere first. Null where one of the two is not known. */
function isYear({ year }: Said, game: Pick<GameCandidate, 'year'>): boolean | null {
  return year === null || game.year === null ? null : Math.abs(year - game.year) <= 1;
}
