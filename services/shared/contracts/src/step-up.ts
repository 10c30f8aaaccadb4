import { z } from 'zod';
import { failure } from './answer.ts';
import type { Call } from './call.ts';

/** How long somebody counts as present who has signed in, or confirmed that it is them, in seconds. */
export const stepUpSeconds = 10 * 60;

/** How a person can confirm that it is them; `external_account` is signing in anew with one that is linked. */
const stepUpMethod = z.enum(['password', 'external_account', 'passkey', 'totp', 'recovery_code']);

/** 403 of the calls that say `stepUp`: to be confirmed by `POST /api/auth/step-up`, and then sent again. */
export const stepUpRequired = failure.extend({
  methods: z.array(stepUpMethod).optional().meta({ description: 'With auth.step_up_required: what the person has.' }),
});

/** Bodies of a call's failures that say more than `failure` does, by status code. */
export const failuresOf = ({
  stepUp,
  failures = {},
}: Pick<Call, 'stepUp' | 'failures'>): NonNullable<Call['failures']> =>
  stepUp ? { 403: stepUpRequired, ...failures } : failures;

export const stepUpCode = 'auth.step_up_required';

export type StepUpMethod = z.infer<typeof stepUpMethod>;
