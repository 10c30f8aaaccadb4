import { defineService } from '@nightshelf/platform/service/service-definition.ts';
import { composeActivity } from './activity/activity.ts';
import { addressRoutes } from './addresses/routes.ts';
import { composeApiTokens } from './api-tokens/routes.ts';
import { composeArchives } from './archives/routes.ts';
import { authSettings } from './config.ts';
import { changePasswordRoute } from './credentials/change-password.ts';
import { Passwords } from './credentials/passwords.ts';
import { signInRoute } from './credentials/sign-in.ts';
import { LinkedAccount } from './external-accounts/linked-accounts.ts';
import { composeExternalAccounts } from './external-accounts/routes.ts';
import { followsProjection, onFollowChanged } from './follows/follows.ts';
import { pruneLinksDaily } from './mail/mailed-links.ts';
import { composeMail } from './mail/send-mail.ts';
import { migrations } from './migrations/index.ts';
import { composeOperators } from './operators/command.ts';
import { composeRecovery } from './recovery/routes.ts';
import { registrationRoutes } from './registration/routes.ts';
import { composeFactors } from './second-factors/routes.ts';
import { BrowserSessions } from './sessions/browser-sessions.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { stepUpRoutes } from './step-up/step-up.ts';
import { composeThrottling } from './throttling/throttling.ts';
import { composeUsers } from './users/routes.ts';
import { User } from './users/user.ts';

export const authService = defineService({
  name: 'auth',
  settings: authSettings,
  entities: [User, LinkedAccount],
  migrations,
  projections: [followsProjection],
  compose(foundation) {
    const activity = composeActivity(foundation);
    const { mail, ...mailing } = composeMail(foundation);
    const { hashing, ...throttling } = composeThrottling(foundation);
    const sessions = new BrowserSessions(foundation.redis, foundation.settings.PUBLIC_ORIGIN);
    const passwords = new Passwords(hashing);
    const base = { ...foundation, ...throttling, sessions, passwords, mail, deferred: activity.deferred };
    const factors = composeFactors(base);
    const { steps } = factors.parts;
    const tokens = composeApiTokens(base);
    const external = composeExternalAccounts({ ...base, steps });
    const { linked } = external;
    // Must list everything else that grants access to an account.
    const claims = [tokens.claim, external.claim, factors.claim];
    const recovery = composeRecovery({ ...base, claims, linked });
    return [
      { routes: (app) => stepUpRoutes(app, factors.parts) },
      factors,
      composeUsers(foundation),
      activity,
      composeArchives(base),
      tokens,
      { routes: (app) => sessionRoutes(app, { ...base, ...external }) },
      { routes: (app) => signInRoute(app, { ...base, steps }) },
      { routes: (app) => changePasswordRoute(app, { ...base, linked }) },
      { routes: (app) => addressRoutes(app, { ...base, claims }) },
      recovery,
      external,
      { routes: (app) => registrationRoutes(app, { ...base, ...recovery }) },
      mailing,
      { jobs: [pruneLinksDaily(foundation.work, foundation.logger)] },
      composeOperators(base),
      { handlers: onFollowChanged },
    ];
  },
});
