import { z } from 'zod';
import { answer, success } from '../answer.ts';
import { defineCall } from '../call.ts';
import { loginPayload } from '../credentials.ts';
import { secondFactorRequired } from '../factors.ts';
import { instant } from '../fields.ts';
import { registrationLimits, signInLimits } from '../limits.ts';
import { whenCheckingPassword, whenHashing } from '../refusals.ts';
import { registrationPayload } from '../registration.ts';
import { ownUser, privacy } from '../users.ts';

export const register = defineCall('POST /api/auth/register', {
  access: 'open',
  limits: registrationLimits,
  summary: 'Create an account and sign in',
  refuses: [
    'auth.already_registered',
    'auth.common_password',
    'auth.personal_password',
    'auth.too_fast',
    ...whenHashing,
    'auth.sessions_unavailable',
    'auth.not_signed_in',
  ],
  body: registrationPayload,
  answer: answer({ user: ownUser }),
  status: 201,
});

export const login = defineCall('POST /api/auth/login', {
  access: 'open',
  limits: signInLimits,
  summary: 'Sign in with username or email and password',
  refuses: [
    'auth.invalid_credentials',
    'auth.second_factor_required',
    ...whenCheckingPassword,
    'auth.sessions_unavailable',
  ],
  body: loginPayload,
  answer: answer({ user: ownUser }),
  failures: { 401: secondFactorRequired },
});

export const getProfile = defineCall('GET /api/auth/profile', {
  summary: 'The account of the signed-in user',
  answer: answer({ user: ownUser }),
});

/** Privacy is the only preference; with a second one both would become optional. */
export const updateProfile = defineCall('PATCH /api/auth/profile', {
  summary: 'Change preferences of the signed-in user',
  body: z.object({ privacy }),
  answer: answer({ user: ownUser }),
});

/** Called on every start of the client, so being signed out is not a failure: 200 with success false. */
export const verifyToken = defineCall('GET /api/auth/verify-token', {
  access: 'open',
  summary: 'The signed-in user, or null',
  answer: z.union([
    answer({
      user: ownUser,
      session_ends: instant
        .optional()
        .meta({ description: 'When the session ends if it is not used again. Absent when unknown.' }),
      session_lasts: z
        .number()
        .int()
        .nonnegative()
        .optional()
        .meta({ description: 'The same in seconds from now, for clients with a wrong clock.' }),
    }),
    z.object({ success: z.literal(false), message: z.string(), user: z.null() }),
  ]),
});

export const logout = defineCall('POST /api/auth/logout', {
  access: 'open',
  summary: 'End the session',
  refuses: ['auth.sessions_unavailable'],
  answer: success.extend({
    end_session_url: z
      .url()
      .optional()
      .meta({ description: 'Where to send the browser to end the session at the OpenID provider too, if it has one.' }),
  }),
});
