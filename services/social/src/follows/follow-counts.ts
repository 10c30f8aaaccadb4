import { userUnfollowed } from '@nightshelf/contracts/events/follows.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { SocialParts } from '../parts.ts';

/**
 * Adds 1 or -1 to both users' counts, skipping a side from which the other user is hidden. Updates in the order of ids
 * to avoid deadlocks.
 */
export async function countFollow(em: EntityManager, followerId: string, followeeId: string, by: 1 | -1) {
  const hidden = await em.execute<{ user_id: string; up_to: string }[]>(
    'select user_id, up_to from hidden_follows where user_id in (?, ?) order by user_id for share',
    [followerId, followeeId],
  );
  const isHidden = (userId: string, from: string) =>
    hidden.some(({ user_id, up_to }) => user_id === userId && from <= up_to);
  const changes = [
    { userId: followerId, followers: 0, following: isHidden(followeeId, followerId) ? 0 : by },
    { userId: followeeId, followers: isHidden(followerId, followeeId) ? 0 : by, following: 0 },
  ];
  for (const { userId, followers, following } of changes.sort((a, b) => (a.userId < b.userId ? -1 : 1))) {
    // PostgreSQL checks constraints on the row to insert even when it updates instead, hence greatest().
    await em.execute(
      `insert into follow_counts as c (user_id, followers, following) values (?, greatest(?, 0), greatest(?, 0))
       on conflict (user_id) do update set followers = c.followers + ?, following = c.following + ?`,
      [userId, followers, following, followers, following],
    );
  }
}

/** Changes of a user's counts; a list may contain a user more than once. */
interface Counted {
  readonly user_id: string;
  readonly followers: number;
  readonly following: number;
}

/** Adds (1) or subtracts (-1) these counts, in the order of ids to avoid deadlocks. */
async function countWithOthers(em: EntityManager, counted: readonly Counted[], by: 1 | -1): Promise<void> {
  await em.execute(
    `with changes as (
       select user_id, sum(followers)::int as followers, sum(following)::int as following
       from jsonb_to_recordset(?::jsonb) as given (user_id uuid, followers int, following int)
       where followers + following > 0 group by user_id
     ), held as (
       select c.user_id from follow_counts c join changes using (user_id) order by c.user_id for update of c
     )
     update follow_counts c
     set followers = c.followers + ?::int * changes.followers, following = c.following + ?::int * changes.following
     from changes join held using (user_id) where c.user_id = changes.user_id`,
    [JSON.stringify(counted), by, by],
  );
}

export async function followerCount(em: EntityManager, userId: string): Promise<number> {
  const [row] = await em.execute<{ followers: number }[]>('select followers from follow_counts where user_id = ?', [
    userId,
  ]);
  return row?.followers ?? 0;
}

/** Users per transaction. */
const batch = 1000;
/** In milliseconds, between polls of the job. */
const idleMs = 1000;
const lowestId = '00000000-0000-0000-0000-000000000000';
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Removes a closed user from others' follow counts, or restores an opened one. Call it before storing the account.
 * Leaves all but the first batch to the job.
 */
export async function hideFollowsUnless(em: EntityManager, userId: string, isActive: boolean): Promise<void> {
  if ((await lockUser(em, userId)) === isActive) return;
  if (!isActive) {
    await em.execute('insert into hidden_follows values (?, ?, true) on conflict do nothing', [userId, lowestId]);
  }
  await movePart(em, userId, isActive);
}

/** Continues hiding or showing users with many follows. */
export const continueHiding = ({ work, logger }: SocialParts) =>
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
        if (next) await movePart(em, next.user_id, await lockUser(em, next.user_id));
        return next !== undefined;
      }),
  });

/** Locks the user against new and ended follows. Unknown users count as active. */
async function lockUser(em: EntityManager, userId: string): Promise<boolean> {
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
      reached?.user_id ?? highestId,
      next !== undefined,
      userId,
    ]);
  }
}

/** Returns and locks the highest id from which the user is hidden; null when the user is not hidden. */
async function hiddenUpTo(em: EntityManager, userId: string): Promise<string | null> {
  const [hidden] = await em.execute<{ up_to: string }[]>(
    'select up_to from hidden_follows where user_id = ? for update',
    [userId],
  );
  return hidden?.up_to ?? null;
}

/**
 * Ends and deletes a part of a deleted user's follows in both directions, with their events and counts. Call it after
 * the directory has dropped the user, so that no new follow begins.
 * @param most per direction
 * @returns whether more may be left
 */
export async function endFollows({ em, publish }: Pick<Transaction, 'em' | 'publish'>, userId: string, most: number) {
  const upTo = await hiddenUpTo(em, userId);
  const ended = await em.execute<{ follower_id: string; followee_id: string; active: boolean; version: number }[]>(
    `with next as (
       (select follower_id, followee_id from follows where follower_id = ? order by followee_id limit ?)
       union all
       (select follower_id, followee_id from follows where followee_id = ? order by follower_id limit ?)
     ), held as (
       select f.follower_id, f.followee_id from follows f join next using (follower_id, followee_id)
       order by f.follower_id, f.followee_id for update of f
     )
     delete from follows f using held
     where f.follower_id = held.follower_id and f.followee_id = held.followee_id
     returning f.follower_id, f.followee_id, f.active, f.version + f.active::int as version`,
    [userId, most, userId, most],
  );
  for (const { follower_id, followee_id, version } of ended) {
    publish(userUnfollowed, { data: { follower_id, followee_id }, version });
  }
  const counted = ended
    .filter(({ active }) => active)
    .map(({ follower_id, followee_id }) =>
      follower_id === userId
        ? { user_id: followee_id, followers: 1, following: 0 }
        : { user_id: follower_id, followers: 0, following: 1 },
    )
    .filter(({ user_id }) => upTo === null || user_id > upTo);
  await countWithOthers(em, counted, -1);
  const more = ended.length >= most;
  if (!more) await em.execute('delete from hidden_follows where user_id = ?', [userId]);
  return more;
}
