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
