import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { type Counted, countWithOthers } from './follow-counts.ts';

/** Users whose counts one transaction changes. */
const batch = 1000;
/** How often the job looks for what was left in the middle, in milliseconds. */
const idleMs = 1000;
const nobody = '00000000-0000-0000-0000-000000000000';
const everybody = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Call it before a user's account is stored: others count their follows with it while it is active, and only then. The relations stay. Many
 * are counted a part at a time, in the order of the others' ids: the first part now, what is left by the job.
 */
export async function hideFollowsUnless(em: EntityManager, userId: string, isActive: boolean): Promise<void> {
  if ((await holdActivity(em, userId)) === isActive) return;
  if (!isActive) {
    await em.execute('insert into hidden_follows values (?, ?, true) on conflict do nothing', [userId, nobody]);
  }
  await movePart(em, userId, isActive);
}

/** The job that goes on where the accounts of users were closed or opened whom many follow. */
export const goOnHiding = (work: Work, logger: Logger) =>
  new Worker({
    name: 'hide-follows',
    idleMs,
    logger,
    step: () =>
      work.transaction(async ({ em }) => {
        // Any of them: one whose turn fails keeps nobody else waiting.
        const [next] = await em.execute<{ user_id: string }[]>(
          'select user_id from hidden_follows where unfinished order by random() limit 1',
        );
        if (next) await movePart(em, next.user_id, await holdActivity(em, next.user_id));
        return next !== undefined;
      }),
  });

/** Whose account it is, nobody begins or ends to follow until the transaction ends. Of whom nothing is known, nothing is hidden. */
async function holdActivity(em: EntityManager, userId: string): Promise<boolean> {
  const [known] = await em.execute<{ is_active: boolean }[]>('select is_active from users where id = ? for update', [
    userId,
  ]);
  return known?.is_active ?? true;
}

/** Hides a user from the next of those who do not count them yet, upwards, or shows them again to the last of those, downwards. */
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

/** The last of those, in the order of ids, who do not count a user, held until the transaction ends; null where all do. */
export async function hiddenUpTo(em: EntityManager, userId: string): Promise<string | null> {
  const [hidden] = await em.execute<{ up_to: string }[]>(
    'select up_to from hidden_follows where user_id = ? for update',
    [userId],
  );
  return hidden?.up_to ?? null;
}
