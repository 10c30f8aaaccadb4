import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import type { DeferredActivity } from '../activity/deferred-activity.ts';
import type { KnownDevices } from '../clients/known-devices.ts';
import type { AuthSettings } from '../config.ts';
import type { Mail } from '../mail/compose-mail.ts';
import { passkeyChallenges } from '../passkeys/challenges.ts';
import { RelyingParty } from '../passkeys/relying-party.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import type { AttemptLimit } from '../throttling/attempt-limit.ts';
import { FactorKeys } from './factor-keys.ts';
import { factorsClaim } from './factors.ts';
import { type SecondFactorParts, secondFactorRoutes } from './routes.ts';
import { secondSteps } from './second-step.ts';
import { FactorMails } from './tell.ts';

interface Given extends Foundation<AuthSettings> {
  readonly sessions: BrowserSessions;
  readonly attempts: AttemptLimit;
  readonly devices: KnownDevices;
  readonly deferred: DeferredActivity;
  readonly mail: Mail;
}

export function composeFactors({ work, redis, settings, sessions, attempts, devices, deferred, mail }: Given) {
  const { PUBLIC_ORIGIN: origin, IDENTITY_SECRET: identitySecret, SECOND_FACTOR_KEYS: own = [] } = settings;
  const [first = identitySecret, ...others] = [...own, identitySecret];
  const proofs = {
    keys: new FactorKeys([first, ...others]),
    relyingParty: new RelyingParty(origin, passkeyChallenges(redis, origin)),
    steps: secondSteps(redis, origin),
    mails: new FactorMails(mail.queue, origin),
  };
  const parts: SecondFactorParts = { work, sessions, attempts, devices, deferred, ...proofs };
  return { ...proofs, claim: factorsClaim, routes: (app: FastifyInstance) => secondFactorRoutes(app, parts) };
}
