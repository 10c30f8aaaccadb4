import { z } from 'zod';
import { failure } from './answer.ts';
import type { Call } from './call.ts';

/** Seconds after which an unused session ends. */
export const sessionIdleSeconds = 14 * 24 * 60 * 60;

/** How long a sign-in or a confirmation of identity counts as recent, in seconds. */
export const stepUpSeconds = 10 * 60;

/** How a user can confirm their identity; `external_account` signs in again with a linked account. */
const stepUpMethod = z.enum(['password', 'external_account', 'passkey', 'totp', 'recovery_code']);

/** 403 of calls that require step-up: the client confirms by `POST /api/auth/step-up` and repeats the call. */
export const stepUpRequired = failure.extend({
  methods: z
    .array(stepUpMethod)
    .optional()
    .meta({ description: 'With auth.step_up_required: the user’s available methods.' }),
});

/** Returns the bodies of a call's failures with more fields than `failure`, by status code. */
export const failuresOf = ({
  stepUp,
  failures = {},
}: Pick<Call, 'stepUp' | 'failures'>): NonNullable<Call['failures']> =>
  stepUp ? { 403: stepUpRequired, ...failures } : failures;

export const stepUpCode = 'auth.step_up_required';

export type StepUpMethod = z.infer<typeof stepUpMethod>;
