import { accountCalls } from '@nightshelf/contracts';
import { route, type ServiceParts, type Work } from '@nightshelf/platform';
import { listActivity } from './list-activity.ts';

/** The account's audit trail, for its owner. */
export const activityRoutes =
  (work: Work): ServiceParts['routes'] =>
  (app) => {
    route(app, accountCalls.listActivity, async ({ identity, query }) => {
      const page = await listActivity(work.read(), identity.userId, query);
      return { success: true, message: 'What happened to your account.', ...page };
    });
  };
