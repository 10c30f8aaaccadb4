import type { CallRequest } from '@nightshelf/contracts/call.ts';
import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { type StepUpMethod, stepUpCode } from '@nightshelf/contracts/step-up.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { CodedError, invalid, isCoded, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import { type Client, clientOf } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { IntendedWork } from '@nightshelf/platform/idempotency/intended-work.ts';
import type { FastifyInstance } from 'fastify';
import { confirmPassword } from '../credentials/confirm-password.ts';
import type { AuthParts } from '../parts.ts';
import { secondFactorMethods } from '../second-factors/factors.ts';
import type { SecondStepParts } from '../second-factors/finish-sign-in.ts';
import { proveFactor } from '../second-factors/prove-factor.ts';
import { findActiveUser, lockActiveUser } from '../users/find-user.ts';

type StepUpParts = SecondStepParts & Pick<AuthParts, 'passwords'>;

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
async function stepUp(intended: IntendedWork, parts: StepUpParts, confirmation: Confirmation): Promise<void> {
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

/**
 * Returns the user's step-up methods; empty for an unknown user. A second factor replaces the password, so that a
 * stolen password grants no more than at a sign-in.
 */
async function stepUpMethods(em: EntityManager, userId: string): Promise<StepUpMethod[]> {
  const factors = await secondFactorMethods(em, userId);
  if (factors.length > 0) return factors;
  const [has] = await em.execute<{ password: boolean; external_account: boolean }[]>(
    `select password_hash is not null as password,
            exists (select from identities where user_id = users.id) as external_account
     from users where id = ? and is_active`,
    [userId],
  );
  return Object.entries(has ?? {}).flatMap(([method, is]) => (is ? [method as StepUpMethod] : []));
}

/**
 * Requires a sign-in or step-up within the last ten minutes.
 * @throws CodedError 403 with the available methods
 */
async function requireStepUp({ work, sessions }: StepUpParts, caller: Identity): Promise<void> {
  if (await sessions.isProved(caller)) return;
  const methods = await stepUpMethods(work.query(), caller.userId);
  throw new CodedError(403, stepUpCode, 'Please confirm your identity.', { body: { methods } });
}

/** Register before the routes that require a step-up. */
export function stepUpRoutes(app: FastifyInstance, parts: StepUpParts): void {
  app.decorate('requireStepUp', (caller) => requireStepUp(parts, caller));

  route(app, factorCalls.stepUp, async ({ body: proof, identity: caller, intent, request }) => {
    await parts.sessions.checkAvailable();
    const { cookie: cookies } = request.headers;
    await stepUp(parts.work.for(intent), parts, { caller, client: clientOf(request), cookies, proof });
    return { success: true, message: 'Identity confirmed.' };
  });
}
