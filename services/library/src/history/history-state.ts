import type { HistoryKeeping, HistoryState } from '@nightshelf/contracts/entry-history.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/** SQL: the start of a user's kept history, from `history_settings` as `s`; null when unlimited. */
export const keptSince = `
  greatest(s.began_at, case s.keep
    when 'year' then clock_timestamp() - interval '1 year'
    when 'nothing' then clock_timestamp() end)`;

const state = `
  select coalesce(s.keep, 'forever') as keep,
    to_char(greatest(b.at, ${keptSince}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as began_at
  from history_began b left join history_settings s on s.user_id = ?`;

/** Returns the retention and the start of a user's history. */
export async function historyState(em: EntityManager, userId: string): Promise<HistoryState> {
  const [row] = await em.execute<{ keep: HistoryKeeping; began_at: string }[]>(state, [userId]);
  if (!row) throw new Error('It is not noted when the history began');
  return row;
}
