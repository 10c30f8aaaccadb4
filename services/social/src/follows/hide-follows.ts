import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { type Counted, countWithOthers } from './follow-counts.ts';

/** Users per transaction. */
const batch = 1000;
/** In milliseconds, between polls of the job. */
const idleMs = 1000;
const nobody = '00000000-0000-0000-0000-000000000000';
const everybody = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Removes a closed user from others' follow counts, or restores an opened one. Call it before storing the account.
 * Leaves all but the first batch to the job.
 */
export async function hideFollowsUnless(em: EntityManager, userId: string, isActive: boolean): Promise<void> {
  if ((await holdActivity(em, userId)) === isActive) return;
  if (!isActive) {
    await em.execute('insert into hidden_follows values (?, ?, true) on conflict do nothing', [userId, nobody]);
  }
  await movePart(em, userId, isActive);
}

/** Continues hiding or showing users with many follows. */
export const goOnHiding = (work: Work, logger: Logger) =>
  new Worker({
    name: 'hide-follows',
    idleMs,
    logger,
    step: () =>
      work.transaction(async ({ em }) => {
        // Picks one at random, so that a failing one does not block the others.
        const [next] = await em.execute<{ user_id: string }[]>(
          'select user_id from hidden_follows where unfinished order by random() limit 1',
        );
        if (next) await movePart(em, next.user_id, await holdActivity(em, next.user_id));
        return next !== undefined;
      }),
  });

/** Locks the user against new and ended follows. Unknown users count as active. */
async function holdActivity(em: EntityManager, userId: string): Promise<boolean> {
  const [known] = await em.execute<{ is_active: boolean }[]>('select is_active from users where id = ? for update', [
    userId,
  ]);
  return known?.is_active ?? true;
}

/**
 * Hides the user from the next batch of others in ascending order, or shows the user to the last hidden batch in
 * descending order.
 */
async function movePart(em: EntityManager, userId: string, isActive: boolean): Promise<void> {
  const upTo = await hiddenUpTo(em, userId);
  if (upTo === null) return;
  const [beyond, order] = isActive ? ['<=', 'desc'] : ['>', 'asc'];
  const others = await em.execute<Counted[]>(
    `select user_id, sum(followers)::int as followers, sum(following)::int as following from (
       (select followee_id as user_id, active::int as followers, 0 as following from follows
        where follower_id = ? and followee_id ${beyond} ?::uuid order by followee_id ${order} limit ?)
       union all
       (select follower_id, 0, active::int from follows
        where followee_id = ? and follower_id ${beyond} ?::uuid order by follower_id ${order} limit ?)
     ) sides group by user_id order by user_id ${order} limit ?`,
    [userId, upTo, batch + 1, userId, upTo, batch + 1, batch + 1],
  );
  const part = others.slice(0, batch);
  const next = others[batch];
  await countWithOthers(em, part, isActive ? 1 : -1);
  if (isActive && !next) await em.execute('delete from hidden_follows where user_id = ?', [userId]);
  else {
    const reached = isActive ? next : next && part.at(-1);
    await em.execute('update hidden_follows set up_to = ?, unfinished = ? where user_id = ?', [
      reached?.user_id ?? everybody,
      next !== undefined,
      userId,
    ]);
  }
}

/** Returns and locks the highest id from which the user is hidden; null when the user is not hidden. */
export async function hiddenUpTo(em: EntityManager, userId: string): Promise<string | null> {
  const [hidden] = await em.execute<{ up_to: string }[]>(
    'select up_to from hidden_follows where user_id = ? for update',
    [userId],
  );
  return hidden?.up_to ?? null;
}
