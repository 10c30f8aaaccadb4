import { createHash } from 'node:crypto';
import { secondFactorCode } from '@nightshelf/contracts/factors.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { z } from 'zod';
import { BrowserState } from '../sessions/browser-state.ts';
import type { User } from '../users/user.ts';
import { secondFactorMethods } from './factors.ts';

const step = z.object({
  userId: z.string(),
  /** Hash of the password's hash, so that a changed password ends the pending step. */
  mark: z.string(),
  /** Passed to `startSession`. */
  detail: z.string().optional(),
  facts: z.record(z.string(), z.string()).optional(),
  returnTo: z.string(),
});

export type SecondStep = z.infer<typeof step>;
export type SecondSteps = BrowserState<SecondStep>;

/** Sign-ins that wait for their second step, for five minutes; a cookie holds the key. */
export const secondSteps = (redis: Foundation<object>['redis'], publicOrigin: string): SecondSteps =>
  new BrowserState(redis, { name: 'second-factor', seconds: 5 * 60, publicOrigin, schema: step });

export const markOf = ({ passwordHash }: Pick<User, 'passwordHash'>) =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url');

/**
 * Begins the second step of a sign-in, if the user has a second factor.
 * @returns the cookie and the available methods; null when the first step is enough
 */
export async function beginSecondStep(
  em: EntityManager,
  steps: SecondSteps,
  user: User,
  { returnTo = '/', ...details }: Partial<Pick<SecondStep, 'detail' | 'facts' | 'returnTo'>> = {},
) {
  const methods = await secondFactorMethods(em, user.id);
  if (methods.length === 0) return null;
  const cookie = await steps.keep({ userId: user.id, mark: markOf(user), returnTo, ...details });
  return { methods, cookie };
}

/** The error for a right password whose account requires a second step. */
export const secondFactorRequired = ({ methods, cookie }: NonNullable<Awaited<ReturnType<typeof beginSecondStep>>>) =>
  new CodedError(401, secondFactorCode, 'Please confirm your sign-in.', {
    headers: { 'set-cookie': cookie },
    body: { methods },
  });
