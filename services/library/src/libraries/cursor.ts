import type { LibraryState } from './library-state.ts';

/** A day less than removals are kept. */
const keptSeconds = 89 * 24 * 3600;
/** Seconds by which one server's clock may be behind another's. */
const clockSkew = 24 * 3600;
/** Characters that a snapshot may take. */
const snapshotLength = 60;

/** Names a state of a library, in the form of the contract, for what is asked later. */
export const cursorOf = ({ mark, snapshot, seconds }: LibraryState) => `${mark}.${shorten(snapshot)}.${seconds}`;

/**
 * What whoever holds the cursor knows of, as a `pg_snapshot`.
 * @param now a state of the same user's library, read after the cursor came
 * @returns null when the cursor is of another user or database, too old, or of the future
 */
export function snapshotOf(cursor: string, now: LibraryState): string | null {
  const [mark, short = '', seconds] = cursor.split('.');
  const age = now.seconds - Number(seconds);
  if (mark !== now.mark || !(age <= keptSeconds && age >= -clockSkew)) return null;
  return lengthen(short, BigInt(now.snapshot.split(':')[1] ?? 0));
}

/**
 * The first transaction under way, and how far from it the next one to begin is, and each that is under way. Where those are
 * too many, all from the first one on count as unknown: some changes are told twice then.
 */
function shorten(snapshot: string): string {
  const [first = '', next = '', underWay] = snapshot.split(':');
  const distances = [next, ...(underWay ? underWay.split(',') : [])].map((xid) => BigInt(xid) - BigInt(first));
  const short = [first, ...distances].join('-');
  return short.length <= snapshotLength ? short : `${first}-0`;
}

/** @returns null for what is no snapshot, or one of which some transactions have not begun yet */
function lengthen(short: string, newest: bigint): string | null {
  const [first = 0n, ...distances] = short.split('-').map(BigInt);
  const [next = first, ...underWay] = distances.map((distance) => first + distance);
  const isAscending = underWay.every((xid, i) => xid < next && xid > (underWay[i - 1] ?? first - 1n));
  return first > 0n && next <= newest && isAscending ? `${first}:${next}:${underWay.join(',')}` : null;
}
