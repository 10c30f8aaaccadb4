import { defineService } from '@nightshelf/platform/service/service-definition.ts';
import { composeActivity } from './activity/compose-activity.ts';
import { composeAddresses } from './addresses/compose-addresses.ts';
import { composeApiTokens } from './api-tokens/compose-api-tokens.ts';
import { composeArchives } from './archives/compose-archives.ts';
import { authSettings } from './config.ts';
import { Passwords } from './credentials/passwords.ts';
import { credentialRoutes } from './credentials/routes.ts';
import { composeExternalAccounts } from './external-accounts/compose-external-accounts.ts';
import { LinkedAccount } from './external-accounts/linked-account.ts';
import { followsProjection } from './follows/follows-projection.ts';
import { onFollowChanged } from './follows/on-follow-changed.ts';
import { composeMail } from './mail/compose-mail.ts';
import { migrations } from './migrations/index.ts';
import { composeOperators } from './operators/compose-operators.ts';
import { composeRecovery } from './recovery/compose-recovery.ts';
import { registrationRoutes } from './registration/routes.ts';
import { composeFactors } from './second-factors/compose-factors.ts';
import { BrowserSessions } from './sessions/browser-sessions.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { stepUpRoutes } from './step-up/routes.ts';
import { composeThrottling } from './throttling/compose-throttling.ts';
import { composeUsers } from './users/compose-users.ts';
import { User } from './users/user.ts';

export const authService = defineService({
  name: 'auth',
  settings: authSettings,
  entities: [User, LinkedAccount],
  migrations,
  projections: [followsProjection],
  compose(foundation) {
    const activity = composeActivity(foundation);
    const mail = composeMail(foundation);
    const { hashing, ...throttling } = composeThrottling(foundation);
    const sessions = new BrowserSessions(foundation.redis, foundation.settings.PUBLIC_ORIGIN);
    const passwords = new Passwords(hashing);
    const base = { ...foundation, ...throttling, sessions, passwords, mail, deferred: activity.deferred };
    const factors = composeFactors(base);
    const tokens = composeApiTokens(base);
    const external = composeExternalAccounts({ ...base, steps: factors.steps });
    // Must list everything else that grants access to an account.
    const claims = [tokens.claim, external.claim, factors.claim];
    const addresses = composeAddresses({ ...base, claims });
    const recovery = composeRecovery({ ...base, claims, linked: external.linked });
    return [
      { routes: (app) => stepUpRoutes(app, { ...base, ...factors }) },
      factors,
      composeUsers(foundation),
      activity,
      composeArchives(base),
      tokens,
      { routes: (app) => sessionRoutes(app, { ...base, ...external }) },
      { routes: (app) => credentialRoutes(app, { ...base, ...factors, ...external.linked }) },
      addresses,
      recovery,
      external,
      { routes: (app) => registrationRoutes(app, { ...base, ...addresses, ...recovery }) },
      mail,
      composeOperators({ ...base, ...factors }),
      { handlers: onFollowChanged },
    ];
  },
});
