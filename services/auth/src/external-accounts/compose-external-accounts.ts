import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import type { AuthSettings } from '../config.ts';
import type { Passwords } from '../credentials/passwords.ts';
import type { SecondSteps } from '../second-factors/second-step.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import type { AttemptLimit } from '../throttling/attempt-limit.ts';
import { endSessionUrl } from './end-session-url.ts';
import { IdentityProviders } from './identity-providers.ts';
import { linkedAccounts } from './linked-accounts.ts';
import { externalAccountRoutes } from './routes.ts';
import { signInState } from './sign-in-state.ts';

interface Given extends Foundation<AuthSettings> {
  readonly passwords: Passwords;
  readonly attempts: AttemptLimit;
  readonly sessions: BrowserSessions;
  readonly steps: SecondSteps;
}

export function composeExternalAccounts({ redis, settings, ...given }: Given) {
  const providers = new IdentityProviders(settings.OIDC_PROVIDERS, settings.PUBLIC_ORIGIN);
  const linked = linkedAccounts(providers);
  const parts = { ...given, providers, linked, ...signInState(redis, settings.PUBLIC_ORIGIN) };
  return {
    linked,
    claim: linked.claim,
    endSessionUrl: (facts: Readonly<Record<string, string>>) => endSessionUrl(providers, facts),
    routes: (app: FastifyInstance) => externalAccountRoutes(app, parts),
  };
}
