import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { type ListedUser, listedUsers, presentUser } from './listed-user.ts';

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
       order by lower(u.username) = ? desc, similarity(u.username, ?) desc, followers desc, u.username, u.id
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

export function directoryRoutes(app: FastifyInstance, { work }: { readonly work: Work }): void {
  route(app, socialCalls.searchUsers, async ({ identity, query }) => {
    const users = await searchUsers(work.query(), identity.userId, query.q, query.limit);
    const message = users.length === 1 ? '1 user found.' : `${users.length} users found.`;
    return { success: true as const, message, users: users.map(presentUser) };
  });
}
