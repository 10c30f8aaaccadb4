import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { type StepUpMethod, stepUpCode, stepUpSeconds } from '@nightshelf/contracts/step-up.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { CodedError, invalid, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import { type Client, clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { confirmPassword } from '../credentials/confirm-password.ts';
import type { AuthParts } from '../parts.ts';
import { secondFactorMethods } from '../second-factors/factors.ts';
import { proveFactor } from '../second-factors/finish-sign-in.ts';
import { findActiveUser, lockActiveUser } from '../users/user.ts';

/** A second factor replaces the password. @throws CodedError 422 for a wrong password, 429 after too many attempts */
async function checkPassword(parts: AuthParts, userId: string, given: string, client: Client): Promise<void> {
  const em = parts.work.query();
  if ((await secondFactorMethods(em, userId)).length > 0) {
    throw invalid({ password: ['Please confirm with your passkey or a code'] }, 'auth.factor_needed');
  }
  const user = await findActiveUser(em, userId);
  if (!user) throw unauthenticated();
  await confirmPassword(parts, user, { given, client, field: 'password', refused: 'step_up_refused' });
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
 * Requires a sign-in or step-up within the last ten minutes for some routes; otherwise they return 403 with the
 * available methods. Register it before those routes.
 */
export function stepUpRoutes(app: FastifyInstance, parts: AuthParts): void {
  const { work, sessions } = parts;

  app.decorate('requireStepUp', async ({ userId, sessionId }) => {
    if (await sessions.store.isProved(userId, sessionId, stepUpSeconds)) return;
    const methods = await stepUpMethods(work.query(), userId);
    throw new CodedError(403, stepUpCode, 'Please confirm your identity.', { body: { methods } });
  });

  // A repeated request does not verify again.
  route(app, factorCalls.stepUp, async ({ body: proof, identity: caller, intent, request }) => {
    const { userId, sessionId } = caller;
    const { cookie: cookies } = request.headers;
    const client = clientOf(request);
    await sessions.checkAvailable();
    await work.for(intent).prepared(
      async () => ('password' in proof ? checkPassword(parts, userId, proof.password, client) : undefined),
      async ({ em }) => {
        // Locks the user before the factor, in the same order as changes of factors, to avoid a deadlock.
        if (!(await lockActiveUser(em, userId))) throw unauthenticated();
        if (!('password' in proof)) {
          await proveFactor(em, parts, { userId, proof, purpose: 'step-up', sessionId, cookies, client });
        }
        await sessions.prove(caller);
        return null;
      },
    );
    return { success: true, message: 'Identity confirmed.' };
  });
}
