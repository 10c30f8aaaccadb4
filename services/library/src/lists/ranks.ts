/**
 * A game's rank is its position in a list. Ranks are far apart, so that a moved game takes one between its new
 * neighbours without changing other games. When a gap is exhausted, after at least 32 moves to it, all ranks are
 * reassigned.
 * Ranks are integers, because PostgreSQL finds neighbours by index and JavaScript is exact up to 2^53; 10,000 games
 * take 2^46.
 */
export const rankGap = 2 ** 32;

/** Reaching this limit takes a million moves to the very end. */
const lastRank = 2 ** 52;

/**
 * Returns a rank between two neighbours; null stands for no neighbour at that end. @returns null when there is no room
 */
export function rankBetween(before: number | null, after: number | null): number | null {
  const rank = wanted(before, after);
  const isBetween = (before === null || rank > before) && (after === null || rank < after);
  return isBetween && Math.abs(rank) <= lastRank ? rank : null;
}

function wanted(before: number | null, after: number | null): number {
  if (before === null) return after === null ? rankGap : after - rankGap;
  return after === null ? before + rankGap : before + Math.floor((after - before) / 2);
}
