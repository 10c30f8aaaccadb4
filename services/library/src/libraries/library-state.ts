import { createHash } from 'node:crypto';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/** The state of a library before it is read; whatever is read afterwards has this state or a newer one. */
export interface LibraryState {
  /** The number of changes by the user, without changes of games; '0' before the first. */
  readonly version: string;
  /** The transactions that the state includes, as a `pg_snapshot`. */
  readonly snapshot: string;
  /** A base64url digest of user and database, since another database's transaction numbers mean something else. */
  readonly mark: string;
  /** The database's clock, in Unix seconds. */
  readonly seconds: number;
}

interface Row extends Pick<LibraryState, 'version' | 'snapshot' | 'seconds'> {
  readonly database: string;
}

/** Includes the timeline, because a restored or promoted database continues with another history. */
const state = `
  select coalesce((select version from libraries where user_id = ?), 0)::text as version,
    pg_current_snapshot()::text as snapshot,
    floor(extract(epoch from clock_timestamp()))::int as seconds,
    concat_ws(' ', (select system_identifier from pg_control_system()),
      (select oid from pg_database where datname = current_database()),
      case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end) as database`;

export async function libraryState(em: EntityManager, userId: string): Promise<LibraryState> {
  const [row] = await em.execute<Row[]>(state, [userId]);
  if (!row) throw new Error('PostgreSQL returned no row for its state');
  const { database, ...known } = row;
  const mark = createHash('sha256').update(`${userId} ${database}`).digest('base64url').slice(0, 16);
  return { ...known, mark };
}

/** One day less than tombstones are kept. */
const keptSeconds = 89 * 24 * 3600;
/** Maximum clock difference between two servers. */
const clockSkew = 24 * 3600;
const snapshotLength = 60;

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

/**
 * Increment it with every change to the format of the response, so that browsers do not reuse cached ones. Devices that
 * ask for changes still keep unchanged entries without a new field.
 */
const form = 4;

/**
 * Returns a weak ETag, because all encodings share it. It includes the user, because two users of one browser share its
 * cache.
 */
export const entityTag = (state: LibraryState) => `W/"${form}.${state.version}.${cursorOf(state)}"`;

const tag = new RegExp(`"${form}\\.([0-9]+)\\.([A-Za-z0-9_-]+\\.[0-9-]+\\.[0-9]+)"`, 'g');

interface Known {
  readonly etag: string;
  /** A `pg_snapshot`. */
  readonly snapshot: string;
}

/**
 * Returns the client's cached state from If-None-Match, or null when the user has changed the library since. The caller
 * must still check for changed games.
 */
export function knownBy(header: string | undefined, now: LibraryState): Known | null {
  if (header?.trim() === '*') return { etag: entityTag(now), snapshot: now.snapshot };
  for (const [opaque, version, cursor = ''] of header?.matchAll(tag) ?? []) {
    const snapshot = version === now.version ? snapshotOf(cursor, now) : null;
    if (snapshot) return { etag: `W/${opaque}`, snapshot };
  }
  return null;
}

/**
 * SQL condition for transactions that a `pg_snapshot` did not see and that have ended since; takes the snapshot twice.
 * Excludes future transaction numbers, which stem from another server's restored rows.
 * @param xid the indexed transaction column
 */
export const since = (xid: string) => `
  ${xid} >= pg_snapshot_xmin(?::pg_snapshot) and ${xid} < pg_snapshot_xmax(pg_current_snapshot())
  and not pg_visible_in_snapshot(${xid}, ?::pg_snapshot)`;

const changed = `
  select exists (
    select from changed_games c join entries e on e.user_id = ? and e.guid = c.guid where ${since('c.changed_xid')}
  ) as changed`;

/**
 * Returns whether a game of the user's library has changed since the snapshot.
 * @param known a `pg_snapshot`
 */
export async function haveGamesChanged(em: EntityManager, userId: string, known: string): Promise<boolean> {
  const [row] = await em.execute<{ changed: boolean }[]>(changed, [userId, known, known]);
  return row?.changed ?? true;
}
