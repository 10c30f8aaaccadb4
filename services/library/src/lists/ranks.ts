/**
 * The place of a game in a list is a whole number, its rank: the games come in the order of theirs. Ranks lie far apart, so that
 * a game that is moved takes one between its new neighbours', and no other game is written to. Each move to the same place
 * halves the room there; when there is none, after 32 of them at least, all ranks of the list are dealt anew.
 *
 * They are numbers because PostgreSQL finds the neighbours of one in its index, and because JavaScript counts to 2^53: 10,000
 * games take 2^46.
 */
export const rankGap = 2 ** 32;

/** Beyond it there is no room either: it takes a million moves to the very end to come there. */
const lastRank = 2 ** 52;

/** Between two neighbours, of which there is none (null) at either end. @returns null where there is no room */
export function rankBetween(before: number | null, after: number | null): number | null {
  const rank = wanted(before, after);
  const isBetween = (before === null || rank > before) && (after === null || rank < after);
  return isBetween && Math.abs(rank) <= lastRank ? rank : null;
}

function wanted(before: number | null, after: number | null): number {
  if (before === null) return after === null ? rankGap : after - rankGap;
  return after === null ? before + rankGap : before + Math.floor((after - before) / 2);
}
