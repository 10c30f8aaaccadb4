import { z } from 'zod';
import { id, instant } from './fields.ts';

/** Name of an identity provider in the settings and in paths, such as `google`. */
export const providerId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Must be an identity provider');

/** An OpenID provider for signing in. */
export const identityProvider = z.object({
  id: providerId,
  name: z.string().meta({ description: "What the button calls it: 'Continue with {name}'." }),
});

/** A provider's account that is linked to the user's. */
export const linkedIdentity = z.object({
  id,
  provider: identityProvider,
  email: z.string().nullable().meta({ description: 'Name at the provider when it was linked.' }),
  linked_at: instant,
  last_used_at: instant.nullable(),
});

/** A session of the user. */
export const signedInSession = z.object({
  id: z.string().meta({ description: 'Id of the session. It does not authenticate.' }),
  device: z.string().meta({ description: "Browser and system, for example 'Firefox on Windows'." }),
  address: z.string().nullable(),
  created_at: instant,
  last_seen_at: instant,
  is_current: z.boolean(),
});

const activityKind = z.enum([
  'registered',
  'signed_in',
  'sign_in_refused',
  'signed_out',
  'session_ended',
  'other_sessions_ended',
  'password_reset_asked',
  'password_reset',
  'password_changed',
  'password_change_refused',
  'identity_linked',
  'identity_unlinked',
  'identity_refused',
  'privacy_changed',
  'step_up_refused',
  'archive_asked',
  'api_token_made',
  'api_token_revoked',
  'api_tokens_revoked',
  'email_verified',
  'email_change_asked',
  'email_change_refused',
  'email_changed',
  'email_change_undone',
  'email_given_up',
  'access_ended',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
  'passkey_refused',
  'totp_added',
  'totp_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'second_factor_refused',
  'factors_reset',
]);

/** A line of the account's audit trail. */
export const activity = z.object({
  id,
  // A newer release may have written lines of other kinds.
  kind: activityKind.or(z.string().regex(/^[a-z_]{1,60}$/)),
  at: instant,
  device: z.string().nullable(),
  address: z.string().nullable(),
  detail: z.string().nullable().meta({ description: "For example a provider's name; never a secret." }),
});

export type IdentityProvider = z.infer<typeof identityProvider>;
export type LinkedIdentity = z.infer<typeof linkedIdentity>;
export type SignedInSession = z.infer<typeof signedInSession>;
export type ActivityKind = z.infer<typeof activityKind>;
export type Activity = z.infer<typeof activity>;
