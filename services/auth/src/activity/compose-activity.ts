import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import { DeferredActivity } from './deferred-activity.ts';
import { pruneActivityDaily } from './prune-activity.ts';
import { activityRoutes } from './routes.ts';

export function composeActivity({ work, redis, logger }: Foundation<object>) {
  const deferred = new DeferredActivity(work, redis, logger);
  return {
    deferred,
    routes: (app: FastifyInstance) => activityRoutes(app, { work }),
    jobs: [pruneActivityDaily(work, logger)],
    close: () => deferred.settle(),
  };
}
