import type { HistoryKeeping, HistoryState } from '@nightshelf/contracts/entry-history.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { forgetHistory } from './forget-history.ts';
import { historyState } from './history-state.ts';

/**
 * Sets how long a user's history is kept, and deletes expired history before it returns; if that is interrupted, the
 * hourly job completes it. Re-enabled history starts empty.
 * @throws CodedError 401 for a deleted user
 */
export async function keepHistory(
  change: Change,
  work: Work,
  userId: string,
  keep: HistoryKeeping,
): Promise<HistoryState> {
  const state = await change.transaction(async ({ em }) => {
    const kept = await em.execute<object[]>(
      `insert into history_settings as s (user_id, keep)
       select ?, ? where not exists (select from erased_users where user_id = ?)
       on conflict (user_id) do update set keep = excluded.keep,
         began_at = case when s.keep = 'nothing' and excluded.keep <> 'nothing' then clock_timestamp() else s.began_at end
       returning 1`,
      [userId, keep, userId],
    );
    if (kept.length === 0) throw unauthenticated();
    const { keep: now, began_at } = await historyState(em, userId);
    return { keep: now, began_at };
  });
  while (await work.transaction(({ em }) => forgetHistory(em, userId)));
  return state;
}
