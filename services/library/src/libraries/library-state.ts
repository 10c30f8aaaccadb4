import { createHash } from 'node:crypto';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/** What is known of a library before any of it is read: whatever is read afterwards is of this state, or newer. */
export interface LibraryState {
  /** Number of the changes that the user has made; '0' before the first. Those of games are not counted. */
  readonly version: string;
  /** Which transactions it knows: a `pg_snapshot` as PostgreSQL writes it. */
  readonly snapshot: string;
  /** Whose library of which database: another one's numbers mean something else. Characters of base64url. */
  readonly mark: string;
  /** The database's clock, in seconds since 1970. */
  readonly seconds: number;
}

interface Row extends Pick<LibraryState, 'version' | 'snapshot' | 'seconds'> {
  readonly database: string;
}

/** A database that was restored, or that a standby took over, has another history from there on: its timeline. */
const state = `
  select coalesce((select version from libraries where user_id = ?), 0)::text as version,
    pg_current_snapshot()::text as snapshot,
    floor(extract(epoch from clock_timestamp()))::int as seconds,
    concat_ws(' ', (select system_identifier from pg_control_system()),
      (select oid from pg_database where datname = current_database()),
      case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end) as database`;

export async function libraryState(em: EntityManager, userId: string): Promise<LibraryState> {
  const [row] = await em.execute<Row[]>(state, [userId]);
  if (!row) throw new Error('PostgreSQL has told nothing of itself');
  const { database, ...known } = row;
  const mark = createHash('sha256').update(`${userId} ${database}`).digest('base64url').slice(0, 16);
  return { ...known, mark };
}
