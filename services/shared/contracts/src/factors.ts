import { z } from 'zod';
import { failure } from './answer.ts';
import { id, instant, text } from './fields.ts';

/** Maximum passkeys of a user. */
export const mostPasskeys = 20;

/** The user's name for a passkey. */
export const passkeyName = text(60).trim().min(1, 'Enter a name');

/** Methods for the second step of a sign-in. */
export const secondFactorMethod = z.enum(['passkey', 'totp', 'recovery_code']);

/** 401 of a sign-in with a correct password when the user has a second factor; a cookie holds the ticket. */
export const secondFactorRequired = failure.extend({
  methods: z.array(secondFactorMethod).optional().meta({ description: 'With auth.second_factor_required.' }),
});

export const secondFactorCode = 'auth.second_factor_required';

export const passkey = z.object({
  id,
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
  is_backed_up: z.boolean().meta({ description: 'Whether a password manager syncs it to other devices.' }),
});

/** Binary parts of WebAuthn, base64url; the limit is far above any authenticator's size. */
const binary = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]*$/);

const credential = z.object({
  id: binary(1400),
  rawId: binary(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.looseObject({}).default({}),
});

/** A browser's response to a challenge to create a passkey: RegistrationResponseJSON of WebAuthn. */
export const attestation = credential.extend({
  response: z.object({
    clientDataJSON: binary(8000),
    attestationObject: binary(40_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

/** A browser's response to a challenge to use a passkey: AuthenticationResponseJSON of WebAuthn. */
export const assertion = credential.extend({
  response: z.object({
    clientDataJSON: binary(8000),
    authenticatorData: binary(8000),
    signature: binary(8000),
    userHandle: binary(200).nullish(),
  }),
});

/** WebAuthn's JSON options, which the client passes to the browser unchanged. */
export const webauthnOptions = z.looseObject({ challenge: z.string() });

/** Six digits of an authenticator app, with spaces as apps show them. */
export const totpCode = z
  .string()
  .max(20)
  .regex(/^\s*(?:\d\s*){6}$/, 'The code has six digits')
  .transform((given) => given.replace(/\s/g, ''));

/** A recovery code in any spelling. */
export const recoveryCode = z
  .string()
  .max(40)
  .regex(/^[^A-Za-z0-9]*(?:[A-Za-z0-9][^A-Za-z0-9]*){12}$/, 'A recovery code has twelve letters and digits')
  .transform((given) => given.toLowerCase().replace(/[^a-z0-9]/g, ''));

export const secondFactorProof = z.union([
  z.strictObject({ code: totpCode }),
  z.strictObject({ recovery_code: recoveryCode }),
  z.strictObject({ assertion }),
]);

export type Passkey = z.infer<typeof passkey>;
export type Assertion = z.infer<typeof assertion>;
export type Attestation = z.infer<typeof attestation>;
export type SecondFactorMethod = z.infer<typeof secondFactorMethod>;
export type SecondFactorProof = z.infer<typeof secondFactorProof>;
