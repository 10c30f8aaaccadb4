import type { CallRequest, factorCalls } from '@nightshelf/contracts';
import {
  type Client,
  type Identity,
  type IntendedWork,
  invalid,
  unauthenticated,
  type Work,
} from '@nightshelf/platform';
import type { DeferredActivity } from '../activity/deferred-activity.ts';
import type { Passwords } from '../credentials/passwords.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import type { AttemptLimit } from '../throttling/attempt-limit.ts';
import { findActiveUser } from '../users/find-user.ts';

export interface StepUpParts {
  readonly work: Work;
  readonly passwords: Passwords;
  readonly sessions: BrowserSessions;
  readonly attempts: AttemptLimit;
  readonly deferred: DeferredActivity;
}

interface Confirmation {
  readonly caller: Identity;
  readonly client: Client;
  readonly proof: CallRequest<typeof factorCalls.stepUp>['body'];
}

/**
 * Checks that whoever uses the session is its user, and notes when. Sent again with its key it proves nothing anew.
 * @throws CodedError 422 on `password`, 429 after too many attempts, 401 when the session has ended
 */
export async function stepUp(intended: IntendedWork, parts: StepUpParts, confirmation: Confirmation): Promise<void> {
  const { caller } = confirmation;
  await intended.prepared(
    async () => check(parts, confirmation),
    async () => {
      await parts.sessions.prove(caller);
      return null;
    },
  );
}

async function check(
  { work, passwords, attempts, deferred }: StepUpParts,
  { caller: { userId }, client, proof }: Confirmation,
): Promise<void> {
  await attempts.enter(`step-up:${userId}`, client.address);
  const user = await findActiveUser(work.query(), userId);
  if (!user) throw unauthenticated();
  if (!(await passwords.matches(user.passwordHash ?? null, proof.password, client))) {
    deferred.recordRefusal({ userId, kind: 'step_up_refused', client });
    throw invalid({ password: ['Password is wrong'] }, 'auth.wrong_password');
  }
  await attempts.succeeded(`step-up:${userId}`, client.address);
}
