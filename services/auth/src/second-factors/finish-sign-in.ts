import type { SecondFactorProof } from '@nightshelf/contracts/factors.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { CodedError, notFound } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { type Intent, withProof } from '@nightshelf/platform/idempotency/intent.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { signInOnce } from '../sessions/sign-in-once.ts';
import { lockUnchanged } from '../sessions/start-session.ts';
import { findActiveUser } from '../users/find-user.ts';
import { type ProofParts, proveFactor } from './prove-factor.ts';
import { markOf, type SecondStep, type SecondSteps } from './second-step.ts';

export interface SecondStepParts extends ProofParts {
  readonly work: Work;
  readonly sessions: BrowserSessions;
  readonly steps: SecondSteps;
}

interface Finish {
  readonly intent: Intent;
  readonly proof: SecondFactorProof;
  readonly cookies: string | undefined;
  readonly caller: Identity | null;
  readonly client: Client;
}

/**
 * Completes the second step of a sign-in.
 * @throws CodedError 404 when this browser has none pending, 422 for a wrong proof, 429 after too many
 */
export async function finishSignIn(parts: SecondStepParts, { intent, proof, cookies, caller, client }: Finish) {
  const { work, steps } = parts;
  const step = await steps.find(cookies);
  const intended = work.for(withProof(intent, steps.proofOf(cookies)));
  const signedIn = await signInOnce(intended, parts, {
    caller,
    client,
    expired: noSecondStep,
    prove: async (em) => {
      if (!step) throw noSecondStep();
      const { userId, detail, facts } = step;
      const user = await findActiveUser(em, userId);
      if (!user || markOf(user) !== step.mark) throw noSecondStep();
      await lockUnchanged(em, user);
      await proveFactor(em, parts, { userId, proof, purpose: 'second-factor', sessionId: null, cookies, client });
      // Taken last, so that a wrong code allows another try; of two concurrent requests only one succeeds.
      if (!(await steps.take(cookies))) throw noSecondStep();
      return { user, detail, facts };
    },
  }).catch((error: unknown) => {
    throw error instanceof CodedError && error.status === 401 ? noSecondStep() : error;
  });
  return { ...signedIn, returnTo: step?.returnTo ?? '/' };
}

/** Returns the browser's pending step. @throws CodedError 404 */
export async function findSecondStep({ steps }: Pick<SecondStepParts, 'steps'>, cookies: string | undefined) {
  const step: SecondStep | null = await steps.find(cookies);
  if (!step) throw noSecondStep();
  return step;
}

export const noSecondStep = () =>
  notFound('auth.no_second_step', 'This sign-in took too long or was already used. Please sign in again.');
