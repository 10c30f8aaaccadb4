import type { Foundation, Work } from '@nightshelf/platform';
import type { DeferredActivity } from '../activity/deferred-activity.ts';
import type { MailQueue } from '../mail/mail-queue.ts';
import { passkeyChallenges } from '../passkeys/challenges.ts';
import { RelyingParty } from '../passkeys/relying-party.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import type { AttemptLimit } from '../throttling/attempt-limit.ts';
import { FactorKeys } from './factor-keys.ts';
import type { SecondFactorParts } from './routes.ts';
import { secondSteps } from './second-step.ts';
import { FactorMails } from './tell.ts';

interface Given {
  readonly work: Work;
  readonly sessions: BrowserSessions;
  readonly attempts: AttemptLimit;
  readonly deferred: DeferredActivity;
  readonly redis: Foundation<object>['redis'];
  readonly queue: MailQueue;
  readonly settings: {
    readonly PUBLIC_ORIGIN: string;
    readonly IDENTITY_SECRET: string;
    readonly SECOND_FACTOR_KEYS?: readonly string[] | undefined;
  };
}

/** What second factors need, beside what the whole service has. */
export function composeFactors({ redis, queue, settings, ...parts }: Given): SecondFactorParts {
  const { PUBLIC_ORIGIN: origin, IDENTITY_SECRET: identitySecret, SECOND_FACTOR_KEYS: own = [] } = settings;
  const [first = identitySecret, ...others] = [...own, identitySecret];
  return {
    ...parts,
    keys: new FactorKeys([first, ...others]),
    relyingParty: new RelyingParty(origin, passkeyChallenges(redis, origin)),
    steps: secondSteps(redis, origin),
    mails: new FactorMails(queue, origin),
  };
}
