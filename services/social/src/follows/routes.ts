import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { userFollowed, userUnfollowed } from '@nightshelf/contracts/events/follows.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { isErased } from '@nightshelf/platform/erasure/erase-users.ts';
import { conflict, notFound, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { OwnedPart, OwnedTopic } from '@nightshelf/platform/events/projections/owned.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import type { FastifyInstance } from 'fastify';
import { notifyPage } from '../libraries/library-version.ts';
import { notify } from '../notifications/notify.ts';
import type { SocialParts } from '../parts.ts';
import { countFollow, followerCount } from './follow-counts.ts';

interface LockedUser {
  readonly id: string;
  readonly username: string;
  readonly is_active: boolean;
}

/**
 * Locks both users until the transaction ends, so that neither is hidden while their follow is counted. The directory
 * may not know the follower yet.
 * @returns the followee
 * @throws CodedError 404 for an unknown or inactive user, 401 when the follower's account is closed
 */
async function lockUsers(em: EntityManager, followerId: string, followeeId: string): Promise<LockedUser> {
  const users = await em.execute<LockedUser[]>(
    'select id, username, is_active from users where id in (?, ?) order by id for share',
    [followerId, followeeId],
  );
  const isClosed = users.some(({ id, is_active }) => id === followerId && !is_active);
  if (isClosed || (await isErased(em, followerId))) throw unauthenticated();
  const followee = users.find(({ id, is_active }) => id === followeeId && is_active);
  if (!followee) throw notFound('social.user_not_found', 'User not found');
  return followee;
}

type FollowOutcome = {
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
function changeFollow(work: Change, followerId: string, id: string, active: boolean): Promise<FollowOutcome> {
  return work.transaction(async ({ em, publish, notifyClients }) => {
    const { id: followeeId, username } = await lockUsers(em, followerId, id.toLowerCase());
    if (followerId === followeeId) throw conflict('social.cannot_follow_self', 'You cannot follow yourself.');

    const [follow] = await em.execute<{ version: number }[]>(active ? beginning : ending, [followerId, followeeId]);
    if (follow) {
      // Runs before the counts, whose row lock delays other followers of the same user.
      if (active)
        await notify({ em, notifyClients }, { kind: 'new_follower', actorId: followerId, guid: null }, [followeeId]);
      await countFollow(em, followerId, followeeId, active ? 1 : -1);
      publish(active ? userFollowed : userUnfollowed, {
        data: { follower_id: followerId, followee_id: followeeId },
        version: follow.version,
      });
      for (const user of [followerId, followeeId]) {
        notifyClients({ to: { user }, event: 'followers', data: {} });
        notifyPage({ notifyClients }, user);
      }
    }
    return {
      username,
      followerCount: await followerCount(em, followeeId),
      isFollowing: active,
      changed: follow !== undefined,
    };
  });
}

/** `beginning` and `ending` lock a follow and raise its version if its state changes; otherwise they return no row. */
const beginning = `
  insert into follows as f (follower_id, followee_id, active, version) values (?, ?, true, 1)
  on conflict (follower_id, followee_id) do update set active = true, version = f.version + 1 where not f.active
  returning version`;
const ending = `
  update follows set active = false, version = version + 1
  where follower_id = ? and followee_id = ? and active returning version`;

/** @param news what to report of a changed follow, instead of `state` */
const present = (
  { username, followerCount, isFollowing, changed }: FollowOutcome,
  { news, state }: { news: string; state: string },
) => ({
  success: true as const,
  message: `You ${changed ? news : state} ${username}.`,
  follower_count: followerCount,
  is_following: isFollowing,
});

export function followRoutes(app: FastifyInstance, { work }: SocialParts): void {
  route(app, socialCalls.followUser, async ({ identity, params, intent }) => {
    const outcome = await changeFollow(work.for(intent), identity.userId, params.id, true);
    return present(outcome, { news: 'are now following', state: 'already follow' });
  });

  route(app, socialCalls.unfollowUser, async ({ identity, params, intent }) => {
    const outcome = await changeFollow(work.for(intent), identity.userId, params.id, false);
    return present(outcome, { news: 'no longer follow', state: 'are not following' });
  });
}

const relations: OwnedPart = {
  async read(em, { after, limit }) {
    // A row comparison lets the index start at this position.
    const rows = await em.execute<{ follower_id: string; followee_id: string; active: boolean; version: number }[]>(
      `select follower_id, followee_id, active, version from follows
       where (follower_id, followee_id) > (?::uuid, ?::uuid) order by follower_id, followee_id limit ? for share`,
      [...(after ?? beforeAll).split(':'), limit],
    );
    return rows.map(({ follower_id, followee_id, active, version }) => ({
      event: active ? userFollowed : userUnfollowed,
      data: { follower_id, followee_id },
      version,
      removed: !active,
    }));
  },
};

const smallest = '00000000-0000-0000-0000-000000000000';
/** Sorts before every follow. */
const beforeAll = `${smallest}:${smallest}`;

/** All follows, including ended ones, which are kept so that their versions continue when they begin again. */
export const ownedFollows: OwnedTopic = { topic: 'social.follows', parts: [relations] };
