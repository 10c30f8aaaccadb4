import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { listActivity } from './list-activity.ts';

export function activityRoutes(app: FastifyInstance, { work }: { work: Work }): void {
  route(app, accountCalls.listActivity, async ({ identity: caller, query }) => {
    const page = await listActivity(work.query(), caller.userId, query);
    return { success: true, message: 'Activity of your account.', ...page };
  });
}
