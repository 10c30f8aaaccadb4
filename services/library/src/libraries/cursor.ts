import type { LibraryState } from './library-state.ts';

/** One day less than tombstones are kept. */
const keptSeconds = 89 * 24 * 3600;
/** Maximum clock difference between two servers. */
const clockSkew = 24 * 3600;
const snapshotLength = 60;

/** Returns the sync cursor of a library state. */
export const cursorOf = ({ mark, snapshot, seconds }: LibraryState) => `${mark}.${shorten(snapshot)}.${seconds}`;

/**
 * Returns the snapshot that a client with this cursor has seen, as a `pg_snapshot`.
 * @param now a state of the same user's library, read after the cursor came
 * @returns null when the cursor is of another user or database, too old, or from the future
 */
export function snapshotOf(cursor: string, now: LibraryState): string | null {
  const [mark, short = '', seconds] = cursor.split('.');
  const age = now.seconds - Number(seconds);
  if (mark !== now.mark || !(age <= keptSeconds && age >= -clockSkew)) return null;
  return lengthen(short, BigInt(now.snapshot.split(':')[1] ?? 0));
}

/**
 * Writes the oldest running transaction, then the distances from it to the next one and to each running one. When that
 * is too long, all transactions from the oldest on count as unseen, so some changes are returned twice.
 */
function shorten(snapshot: string): string {
  const [first = '', next = '', underWay] = snapshot.split(':');
  const distances = [next, ...(underWay ? underWay.split(',') : [])].map((xid) => BigInt(xid) - BigInt(first));
  const short = [first, ...distances].join('-');
  return short.length <= snapshotLength ? short : `${first}-0`;
}

/** @returns null for an invalid snapshot, or one with transactions that have not begun yet */
function lengthen(short: string, newest: bigint): string | null {
  const [first = 0n, ...distances] = short.split('-').map(BigInt);
  const [next = first, ...underWay] = distances.map((distance) => first + distance);
  const isAscending = underWay.every((xid, i) => xid < next && xid > (underWay[i - 1] ?? first - 1n));
  return first > 0n && next <= newest && isAscending ? `${first}:${next}:${underWay.join(',')}` : null;
}
