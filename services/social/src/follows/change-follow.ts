import { LockMode } from '@mikro-orm/postgresql';
import { userFollowed, userUnfollowed } from '@nightshelf/contracts/events/follows.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { conflict } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { notify } from '../notifications/notify.ts';
import { tellPage } from '../profiles/tell-page.ts';
import { Follow } from './follow.ts';
import { countFollow, followerCount } from './follow-counts.ts';
import { holdUsers } from './hold-users.ts';

export type FollowOutcome = {
  readonly username: string;
  readonly followerCount: number;
  readonly isFollowing: boolean;
  /** False when the follow already had this state and nothing was published. */
  readonly changed: boolean;
};

/**
 * Starts (`active`) or ends a follow.
 * @throws CodedError 404 for an unknown or inactive user, 409 for oneself, 401 when the follower's account is closed
 */
export function changeFollow(work: Change, followerId: string, id: string, active: boolean): Promise<FollowOutcome> {
  return work.transaction(async ({ em, publish, tell }) => {
    const { id: followeeId, username } = await holdUsers(em, followerId, id);
    if (followerId === followeeId) throw conflict('social.cannot_follow_self', 'You cannot follow yourself.');

    const follow = await lockFollow(em, followerId, followeeId, active);
    const changed = follow?.become(active) ?? false;
    if (follow && changed) {
      await em.flush();
      // Runs before the counts, whose row lock delays other followers of the same user.
      if (active) await notify({ em, tell }, { kind: 'new_follower', actorId: followerId, guid: null }, [followeeId]);
      await countFollow(em, followerId, followeeId, active ? 1 : -1);
      publish(active ? userFollowed : userUnfollowed, {
        data: { follower_id: followerId, followee_id: followeeId },
        version: follow.version,
      });
      for (const user of [followerId, followeeId]) {
        tell({ to: { user }, event: 'followers', data: {} });
        tellPage({ tell }, user);
      }
    }
    return { username, followerCount: await followerCount(em, followeeId), isFollowing: active, changed };
  });
}

/** Returns the locked follow; null when it does not exist and should not begin. */
async function lockFollow(em: EntityManager, followerId: string, followeeId: string, begin: boolean) {
  if (begin) {
    await em.execute(
      `insert into follows (follower_id, followee_id, active, version) values (?, ?, false, 0) on conflict do nothing`,
      [followerId, followeeId],
    );
  }
  return em.findOne(Follow, { followerId, followeeId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}
