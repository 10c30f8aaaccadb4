import type { Foundation, ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import { NotingPrivacy } from './noting-privacy.ts';
import { ownedUsers } from './owned-users.ts';
import { userRoutes } from './routes.ts';

export function composeUsers({ work, redis, logger }: Foundation<object>): ServicePart {
  const notingPrivacy = new NotingPrivacy(work, redis, logger);
  return {
    routes: (app) => userRoutes(app, { work, notingPrivacy }),
    owns: [ownedUsers],
    close: () => notingPrivacy.stop(),
  };
}
