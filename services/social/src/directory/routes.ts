import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { Privacy, PublicUser } from '@nightshelf/contracts/users.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instant } from '@nightshelf/platform/database/instant.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import type { SocialParts } from '../parts.ts';

/**
 * Finds other active users whose name contains the text, ignoring case: exact matches first, then prefixes, then by
 * similarity, followers and name.
 */
async function searchUsers(em: EntityManager, viewerId: string, text: string, limit: number): Promise<ListedUser[]> {
  const wanted = text.toLowerCase();
  const literal = wanted.replace(/[\\%_]/g, '\\$&');
  const find = (condition: string, patterns: readonly string[], atMost: number) =>
    em.execute<ListedUser[]>(
      `${listedUsers}
       where ${condition} and u.is_active and u.id <> ?
       order by lower(u.username) = ? desc, similarity(u.username, ?) desc, follower_count desc, u.username, u.id
       limit ?`,
      [viewerId, ...patterns, viewerId, wanted, wanted, atMost],
    );
  // The prefix query has an index even for two letters and usually fills the page, so the slower second one is rare.
  const beginning = await find('lower(u.username) like ?', [`${literal}%`], limit);
  if (beginning.length === limit) return beginning;
  const containing = await find(
    'lower(u.username) like ? and lower(u.username) not like ?',
    [`%${literal}%`, `${literal}%`],
    limit - beginning.length,
  );
  return [...beginning, ...containing];
}

export function directoryRoutes(app: FastifyInstance, { work }: SocialParts): void {
  route(app, socialCalls.searchUsers, async ({ identity, query }) => {
    const users = await searchUsers(work.query(), identity.userId, query.q, query.limit);
    const message = users.length === 1 ? '1 user found.' : `${users.length} users found.`;
    return { success: true as const, message, users: users.map(presentUser) };
  });
}

/** A directory row with follow counts and the viewer's own follow. */
export interface ListedUser extends PublicUser {
  readonly privacy: Privacy;
}

/** Select list and joins of a ListedUser from `users u`; its one parameter is the viewer's id. */
export const listedUsers = `
  select u.id, u.username, u.first_name, u.last_name, u.is_active, u.privacy,
    ${instant('u.created_at')} as created_at,
    coalesce(c.followers, 0) as follower_count, coalesce(c.following, 0) as following_count,
    coalesce(f.active, false) as is_following
  from users u
  left join follow_counts c on c.user_id = u.id
  left join follows f on f.followee_id = u.id and f.follower_id = ?`;

export const presentUser = ({ privacy: _, ...user }: ListedUser): PublicUser => user;
