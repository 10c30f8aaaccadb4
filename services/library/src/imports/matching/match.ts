import type { GameCandidate, RowCandidates } from '@nightshelf/contracts/import-candidates.ts';
import { importRules } from '@nightshelf/contracts/import-rules.ts';
import type { ImportedFields } from '@nightshelf/contracts/imports.ts';

/** The game of a row, and how certain the match is. */
export interface Match {
  readonly match: 'exact' | 'likely' | 'chosen' | 'none' | 'left_out';
  readonly guid: string | null;
  /** Other games that the row could mean. */
  readonly alternatives: readonly string[];
}

const unknown: Match = { match: 'none', guid: null, alternatives: [] };

interface Known {
  readonly candidates: Pick<RowCandidates, 'by_id' | 'named' | 'near'>;
  /** The user's earlier choice for that name: undefined for none, null to leave such games out. */
  readonly chosen?: string | null | undefined;
  readonly own: ReadonlySet<string>;
}

type Said = Pick<ImportedFields, 'year' | 'platform_id'>;

/**
 * Matches a row by its id, else by the user's earlier choice for the name, else by the name, ranked by year or
 * prominence, the user's vault and the platform.
 */
export function matchOf(given: Said, { candidates, chosen, own }: Known): Match {
  const { by_id, named, near } = candidates;
  if (by_id !== null) return { match: 'exact', guid: by_id, alternatives: [] };
  if (chosen !== undefined) {
    return { match: chosen === null ? 'left_out' : 'chosen', guid: chosen, alternatives: [] };
  }
  return named.length > 0 ? matchByName(given, named, own) : matchNearly(given, near, own);
}

/** Only offers a game whose year contradicts the row's, and never treats an obscure game as exact by its name alone. */
function matchByName(given: Said, named: readonly GameCandidate[], own: ReadonlySet<string>): Match {
  const ranked = rankedFor(given, named, own);
  const [best, second] = ranked;
  if (!best) return unknown;
  if (isYear(given, best) === false) return { ...unknown, alternatives: guidsOf(ranked) };
  const isAlone = !second || rank(given, best, own) - rank(given, second, own) >= sure;
  const isKnown = isYear(given, best) === true || best.prominence > 0 || own.has(best.guid);
  return { match: isAlone && isKnown ? 'exact' : 'likely', guid: best.guid, alternatives: guidsOf(ranked.slice(1)) };
}

/** Similar names are never an exact match. */
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

/** The rank difference that makes the best game exact: a year adds that much, a platform or the vault does not. */
const sure = 4;

function rank(given: Said, game: GameCandidate, own: ReadonlySet<string>): number {
  const year = isYear(given, game);
  // Without a year, a name means the well-known game.
  const isWellKnown = game.prominence >= 1 || own.has(game.guid);
  const byYear = year === true ? 8 : year === false ? 0 : 2 + (isWellKnown ? sure : 0);
  const isPlatform = typeof given.platform_id === 'number' && game.platforms.includes(given.platform_id);
  return byYear + (own.has(game.guid) ? 1 : 0) + (isPlatform ? 1 : 0) + (game.is_alias ? 0 : 2);
}

/** Accepts a difference of one year, because regional releases differ; null when either year is unknown. */
function isYear({ year }: Said, game: Pick<GameCandidate, 'year'>): boolean | null {
  return year === null || game.year === null ? null : Math.abs(year - game.year) <= 1;
}
