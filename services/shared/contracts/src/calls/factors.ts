import { z } from 'zod';
import { answer, failure } from '../answer.ts';
import { defineCall } from '../call.ts';
import { currentPassword } from '../credentials.ts';
import {
  assertion,
  attestation,
  passkey,
  passkeyName,
  secondFactorMethod,
  secondFactorProof,
  totpCode,
  webauthnOptions,
} from '../factors.ts';
import { id } from '../fields.ts';
import { factorLimits, secondFactorLimits, stepUpLimits } from '../limits.ts';
import { whenCheckingPassword } from '../refusals.ts';
import { ownUser } from '../users.ts';

/**
 * Allows this session to make calls that require step-up for ten minutes. Users with a second factor confirm by it, all
 * others by the password. 422 `auth.wrong_password`, `auth.wrong_code`.
 */
export const stepUp = defineCall('POST /api/auth/step-up', {
  limits: stepUpLimits,
  summary: 'Confirm the identity of the signed-in user',
  refuses: [
    'auth.wrong_password',
    'auth.no_password',
    'auth.wrong_code',
    'auth.passkey_refused',
    'auth.factor_needed',
    ...whenCheckingPassword,
    'auth.sessions_unavailable',
  ],
  body: z.union([z.strictObject({ password: currentPassword }), ...secondFactorProof.options]),
});

export const listSecondFactors = defineCall('GET /api/auth/second-factors', {
  summary: 'The user’s passkeys, authenticator app and recovery codes',
  answer: answer({
    passkeys: z.array(passkey),
    has_totp: z.boolean(),
    recovery_codes_left: z.number().int().nonnegative(),
  }),
});

/**
 * The secret takes effect once `confirmTotp` has verified that the app has it; until then it may be requested again.
 */
export const beginTotp = defineCall('POST /api/auth/totp', {
  stepUp: true,
  limits: factorLimits,
  summary: 'Start adding an authenticator app',
  refuses: ['auth.totp_in_force'],
  answer: answer({ secret: z.string(), uri: z.string() }),
  status: 201,
});

export const confirmTotp = defineCall('POST /api/auth/totp/confirm', {
  stepUp: true,
  limits: factorLimits,
  summary: 'Finish adding the authenticator app with one of its codes',
  refuses: ['auth.wrong_code', 'auth.no_totp', 'auth.totp_in_force', 'auth.too_many_attempts'],
  body: z.object({ code: totpCode }),
});

export const removeTotp = defineCall('DELETE /api/auth/totp', {
  stepUp: true,
  summary: 'Remove the authenticator app',
  refuses: ['auth.no_totp', 'auth.last_way_in'],
});

/** Ten new codes replace all earlier ones and are shown only here. 409 without a second factor. */
export const makeRecoveryCodes = defineCall('POST /api/auth/recovery-codes', {
  stepUp: true,
  limits: factorLimits,
  summary: 'Create new recovery codes',
  refuses: ['auth.no_second_factor'],
  answer: answer({ recovery_codes: z.array(z.string()) }),
  status: 201,
});

export const beginPasskey = defineCall('POST /api/auth/passkeys/options', {
  stepUp: true,
  limits: factorLimits,
  summary: 'Start adding a passkey',
  refuses: ['auth.too_many_passkeys', 'auth.sessions_unavailable'],
  answer: answer({ options: webauthnOptions }),
});

export const addPasskey = defineCall('POST /api/auth/passkeys', {
  stepUp: true,
  limits: factorLimits,
  summary: 'Add the passkey created by the browser',
  refuses: ['auth.passkey_refused', 'auth.passkey_taken', 'auth.too_many_passkeys', 'auth.sessions_unavailable'],
  body: z.object({ name: passkeyName, credential: attestation }),
  answer: answer({ passkey }),
  status: 201,
});

export const renamePasskey = defineCall('PATCH /api/auth/passkeys/:id', {
  summary: 'Rename a passkey',
  refuses: ['auth.passkey_not_found'],
  params: z.object({ id }),
  body: z.object({ name: passkeyName }),
  answer: answer({ passkey }),
});

export const removePasskey = defineCall('DELETE /api/auth/passkeys/:id', {
  stepUp: true,
  summary: 'Remove a passkey',
  refuses: ['auth.passkey_not_found', 'auth.last_way_in'],
  params: z.object({ id }),
});

/** The challenge is valid for five minutes, once, for this purpose and in the browser that receives its cookie. */
export const challengePasskey = defineCall('POST /api/auth/passkey-challenges', {
  access: 'open',
  limits: secondFactorLimits,
  summary: 'Request a challenge for a passkey',
  refuses: ['auth.no_second_step', 'auth.unauthenticated', 'auth.sessions_unavailable'],
  body: z.object({ purpose: z.enum(['sign-in', 'second-factor', 'step-up']) }),
  answer: answer({ options: webauthnOptions }),
});

export const signInWithPasskey = defineCall('POST /api/auth/passkey-sign-in', {
  access: 'open',
  limits: secondFactorLimits,
  summary: 'Sign in with a passkey',
  refuses: ['auth.passkey_refused', 'auth.too_many_attempts', 'auth.sessions_unavailable'],
  failures: { 401: failure },
  body: z.object({ assertion }),
  answer: answer({ user: ownUser }),
});

/** Requires the cookie from a sign-in with a second factor; 404 without it, and after five minutes. */
export const getSecondStep = defineCall('GET /api/auth/second-factor', {
  access: 'open',
  limits: secondFactorLimits,
  summary: 'Get the sign-in that needs a second step',
  refuses: ['auth.no_second_step', 'auth.sessions_unavailable'],
  answer: answer({ methods: z.array(secondFactorMethod), return_to: z.string() }),
});

export const finishSignIn = defineCall('POST /api/auth/second-factor', {
  access: 'open',
  limits: secondFactorLimits,
  summary: 'Finish a sign-in with its second step',
  refuses: [
    'auth.no_second_step',
    'auth.wrong_code',
    'auth.passkey_refused',
    'auth.invalid_credentials',
    'auth.too_many_attempts',
    'auth.sessions_unavailable',
  ],
  body: secondFactorProof,
  answer: answer({ user: ownUser, return_to: z.string() }),
});
