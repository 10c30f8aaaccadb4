import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { presentUser } from './listed-user.ts';
import { searchUsers } from './search-users.ts';

export function directoryRoutes(app: FastifyInstance, { work }: { readonly work: Work }): void {
  route(app, socialCalls.searchUsers, async ({ identity, query }) => {
    const users = await searchUsers(work.query(), identity.userId, query.q, query.limit);
    const message = users.length === 1 ? '1 user found.' : `${users.length} users found.`;
    return { success: true as const, message, users: users.map(presentUser) };
  });
}
