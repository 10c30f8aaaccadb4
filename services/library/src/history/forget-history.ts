import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { keptSince } from './history-state.ts';
import { forgetBelongings } from './removed-belongings.ts';

/** Changes deleted per transaction. */
const batch = 5000;

const deletion = (which: string) => `
  with due as (${which} limit ${batch})
  delete from entry_history h using due
  where h.user_id = due.user_id and h.entry_id = due.entry_id and h.step = due.step and h.at = due.at returning 1`;

const columns = 'select h.user_id, h.entry_id, h.step, h.at from';

/**
 * Deletes a batch of expired history, then the belongings that it could have restored.
 * @param userId null for all users
 * @returns whether there may be more
 */
export async function forgetHistory(em: EntityManager, userId: string | null): Promise<boolean> {
  const gone = await em.execute<object[]>(
    deletion(
      `${columns} history_settings s join entry_history h on h.user_id = s.user_id and h.at < ${keptSince}
       where ?::uuid is null or s.user_id = ?::uuid`,
    ),
    [userId, userId],
  );
  return gone.length === batch || forgetBelongings(em, userId);
}

/** Deletes a batch of a deleted user's whole history. @returns whether there may be more */
export async function eraseHistory(em: EntityManager, userId: string): Promise<boolean> {
  await em.execute('delete from history_settings where user_id = ?', [userId]);
  const gone = await em.execute<object[]>(deletion(`${columns} entry_history h where h.user_id = ?`), [userId]);
  return gone.length === batch;
}
