import { z } from 'zod';
import { id, instant } from './fields.ts';
import { password, passwordsMatch } from './registration.ts';

/** Name of an identity provider in the settings and in paths, such as `google`. */
export const providerId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Not an identity provider');

/** An OpenID provider that one can sign in with. */
export const identityProvider = z.object({
  id: providerId,
  name: z.string().meta({ description: "What the button calls it: 'Continue with {name}'." }),
});

/** A provider's account that is linked to the user's. */
export const linkedIdentity = z.object({
  id,
  provider: identityProvider,
  email: z.string().nullable().meta({ description: 'As the provider named it when it was linked.' }),
  linked_at: instant,
  last_used_at: instant.nullable(),
});

/** Where the user is signed in. */
export const signedInSession = z.object({
  id: z.string().meta({ description: 'Names the session without being able to use it.' }),
  device: z.string().meta({ description: "Browser and system in words, such as 'Firefox on Windows'." }),
  address: z.string().nullable(),
  created_at: instant,
  last_seen_at: instant,
  is_current: z.boolean(),
});

export const activityKind = z.enum([
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
]);

/** One line of the account's audit trail. */
export const activity = z.object({
  id,
  kind: activityKind,
  at: instant,
  device: z.string().nullable(),
  address: z.string().nullable(),
  detail: z.string().nullable().meta({ description: "A provider's name, say; never a secret." }),
});

const withConfirmation = <Shape extends z.ZodRawShape>(fields: Shape) =>
  z
    .object({
      ...fields,
      password,
      confirm_password: z.string('Please confirm your password').min(1, 'Please confirm your password'),
    })
    .superRefine((given, context) => {
      const { password: first, confirm_password: second } = given as { password: string; confirm_password: string };
      if (first !== second) context.addIssue({ code: 'custom', path: ['confirm_password'], message: passwordsMatch });
    });

/** The token of a reset link: 256 random bits, base64url. */
export const resetToken = z.string('The link is incomplete.').regex(/^[A-Za-z0-9_-]{43}$/, 'The link is incomplete.');

export const passwordReset = withConfirmation({ token: resetToken });

export const passwordChange = withConfirmation({
  current_password: z
    .string('Current password is required')
    .min(1, 'Current password is required')
    .max(256, 'Password must be at most 256 characters'),
});

export type IdentityProvider = z.infer<typeof identityProvider>;
export type LinkedIdentity = z.infer<typeof linkedIdentity>;
export type SignedInSession = z.infer<typeof signedInSession>;
export type ActivityKind = z.infer<typeof activityKind>;
export type Activity = z.infer<typeof activity>;
