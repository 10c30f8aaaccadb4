import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { invalid, isCoded, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { IntendedWork } from '@nightshelf/platform/idempotency/intended-work.ts';
import { confirmPassword } from '../credentials/confirm-password.ts';
import type { Passwords } from '../credentials/passwords.ts';
import { secondFactorMethods } from '../second-factors/factors.ts';
import type { SecondStepParts } from '../second-factors/finish-sign-in.ts';
import { proveFactor } from '../second-factors/prove-factor.ts';
import { findActiveUser, lockActiveUser } from '../users/find-user.ts';

export interface StepUpParts extends SecondStepParts {
  readonly passwords: Passwords;
}

interface Confirmation {
  readonly caller: Identity;
  readonly client: Client;
  readonly cookies: string | undefined;
  readonly proof: CallRequest<typeof factorCalls.stepUp>['body'];
}

/**
 * Verifies that the session's user is present, and records the time. A repeated request does not verify again.
 * @throws CodedError 422 for a wrong proof, 429 after too many attempts, 401 when the session has ended
 */
export async function stepUp(intended: IntendedWork, parts: StepUpParts, confirmation: Confirmation): Promise<void> {
  const { caller, client, cookies, proof } = confirmation;
  const { userId, sessionId } = caller;
  await intended.prepared(
    async () => ('password' in proof ? checkPassword(parts, confirmation, proof.password) : undefined),
    async ({ em }) => {
      // Locks the user before the factor, in the same order as changes of factors, to avoid a deadlock.
      if (!(await lockActiveUser(em, userId))) throw unauthenticated();
      if (!('password' in proof)) {
        await proveFactor(em, parts, { userId, proof, purpose: 'step-up', sessionId, cookies, client });
      }
      await parts.sessions.prove(caller);
      return null;
    },
  );
}

async function checkPassword(
  parts: StepUpParts,
  { caller: { userId }, client }: Confirmation,
  password: string,
): Promise<void> {
  const em = parts.work.query();
  if ((await secondFactorMethods(em, userId)).length > 0) {
    throw invalid({ password: ['Please confirm with your passkey or a code'] }, 'auth.factor_needed');
  }
  const user = await findActiveUser(em, userId);
  if (!user) throw unauthenticated();
  await confirmPassword(parts, user, { given: password, client, field: 'password' }).catch((error: unknown) => {
    if (isCoded(error, 'auth.wrong_password'))
      parts.deferred.recordRefusal({ userId, kind: 'step_up_refused', client });
    throw error;
  });
}
