import { z } from 'zod';
import { success } from '../answer.ts';
import { defineCall } from '../call.ts';
import { currentPassword } from '../credentials.ts';
import { stepUpLimits } from '../limits.ts';

/** Opens the calls that say `stepUp` to this session for ten minutes. 422 `auth.wrong_password`. */
export const stepUp = defineCall({
  method: 'POST',
  path: '/api/auth/step-up',
  access: 'guarded',
  limits: stepUpLimits,
  summary: 'Confirm that it is you',
  refuses: [
    'auth.wrong_password',
    'auth.too_many_attempts',
    'auth.too_many_at_once',
    'auth.busy',
    'auth.sessions_unavailable',
  ],
  body: z.object({ password: currentPassword }),
  answer: success,
});
