import { defineService, type ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import { activityRoutes, deferredActivity, pruneActivityDaily } from './activity/activity.ts';
import { addressRoutes } from './addresses/routes.ts';
import { apiTokenRoutes } from './api-tokens/routes.ts';
import { archiveJobs, archiveRoutes } from './archives/routes.ts';
import { authSettings } from './config.ts';
import { changePasswordRoute } from './credentials/change-password.ts';
import { signInRoute } from './credentials/sign-in.ts';
import { firstSignInRoutes } from './external-accounts/first-sign-in.ts';
import { IdentityProviders } from './external-accounts/identity-providers.ts';
import { externalAccountRoutes } from './external-accounts/routes.ts';
import { followsProjection, onFollowChanged } from './follows/follows.ts';
import { pruneLinksDaily } from './mail/mailed-links.ts';
import { composeMail } from './mail/send-mail.ts';
import { migrations } from './migrations/index.ts';
import { composeOperators } from './operators/command.ts';
import type { AuthParts } from './parts.ts';
import { answerResetRequests, recoveryRoutes } from './recovery/routes.ts';
import { registrationRoutes } from './registration/routes.ts';
import { FactorKeys } from './second-factors/factors.ts';
import { secondStepRoutes } from './second-factors/finish-sign-in.ts';
import { secondFactorRoutes } from './second-factors/routes.ts';
import { BrowserSessions } from './sessions/browser-sessions.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { stepUpRoutes } from './step-up/step-up.ts';
import { composeThrottling } from './throttling/throttling.ts';
import { LinkedAccount } from './users/linked-accounts.ts';
import { ownedUsers, userRoutes } from './users/routes.ts';
import { User } from './users/user.ts';

const routes = [
  // First, because other routes require the step-up that it provides.
  stepUpRoutes,
  secondFactorRoutes,
  secondStepRoutes,
  userRoutes,
  activityRoutes,
  archiveRoutes,
  apiTokenRoutes,
  sessionRoutes,
  signInRoute,
  changePasswordRoute,
  addressRoutes,
  recoveryRoutes,
  externalAccountRoutes,
  firstSignInRoutes,
  registrationRoutes,
];

export const authService = defineService({
  name: 'auth',
  settings: authSettings,
  entities: [User, LinkedAccount],
  migrations,
  projections: [followsProjection],
  compose(foundation) {
    const { redis, settings } = foundation;
    const { mail, ...mailing } = composeMail(foundation);
    const parts: AuthParts = {
      ...foundation,
      ...composeThrottling(foundation),
      mail,
      sessions: new BrowserSessions(redis, settings.PUBLIC_ORIGIN),
      deferred: deferredActivity(foundation),
      keys: new FactorKeys([...(settings.SECOND_FACTOR_KEYS ?? []), settings.IDENTITY_SECRET]),
      providers: new IdentityProviders(settings.OIDC_PROVIDERS, settings.PUBLIC_ORIGIN),
    };
    return [
      ...routes.map((add): ServicePart => ({ routes: (app) => add(app, parts) })),
      {
        handlers: onFollowChanged,
        owns: [ownedUsers],
        jobs: [pruneActivityDaily(parts), pruneLinksDaily(parts), answerResetRequests(parts), ...archiveJobs(parts)],
        close: () => parts.deferred.settle(),
      },
      mailing,
      composeOperators(parts),
    ];
  },
});
