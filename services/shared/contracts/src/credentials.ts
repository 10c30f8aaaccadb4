// Forms in the browser use these checks too; zod/mini saves 19 KB on the pages that are opened first.
import { z } from 'zod/mini';
import { withoutNul, withoutNulMessage } from './fields.ts';
import { passwordRules } from './password-rules.ts';

const required = (message: string) => z.string(message).check(z.minLength(1, message));

export const username = required('Username is required').check(
  z.minLength(3, 'Username must be at least 3 characters'),
  z.maxLength(20, 'Username must be less than 20 characters'),
  z.regex(/^[A-Za-z0-9_]*$/, 'Username can only contain letters, numbers, and underscores'),
);

export const email = z
  .string('Email is required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'Email is required', abort: true }),
    z.maxLength(254, { error: 'Invalid email address', abort: true }),
    z.regex(z.regexes.email, 'Invalid email address'),
  );

export const usernameChoice = z.object({ username });

/** A longer password adds no security and would let anyone make the server hash megabytes. */
const notTooLong = z.maxLength(256, 'Password must be at most 256 characters');

export const password = z
  .string(passwordRules[0].message)
  .check(notTooLong, ...passwordRules.map(({ pattern, message }) => z.regex(pattern, message)));

export const passwordConfirmation = required('Please confirm your password');

const personName = (label: string) =>
  z.string().check(z.maxLength(50, `${label} must be less than 50 characters`), z.regex(withoutNul, withoutNulMessage));

export const firstName = personName('First name');
export const lastName = personName('Last name');

export const passwordsMatch = 'Passwords must match';

const usernameOrEmail = required('Username or email is required').check(
  z.minLength(3, 'Must be at least 3 characters'),
  z.maxLength(254, 'Must be at most 254 characters'),
  z.regex(withoutNul, withoutNulMessage),
);

export const loginPayload = z.object({
  username_or_email: usernameOrEmail,
  password: required('Password is required').check(
    z.minLength(8, 'Password must be at least 8 characters'),
    notTooLong,
  ),
});

export const passwordForgotten = z.object({ username_or_email: usernameOrEmail });

/** The token of a link in an email: 256 random bits, base64url. */
export const linkToken = z
  .string('The link is incomplete.')
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'The link is incomplete.'));

/** Ids of linked external accounts to remove in the same step. */
const unlink = z.optional(z.array(z.uuid()).check(z.maxLength(100)));

const sameTwice = z.refine<{ readonly password: string; readonly confirm_password: string }>(
  (given) => given.password === given.confirm_password,
  { path: ['confirm_password'], message: passwordsMatch },
);

export const passwordReset = z
  .object({ token: linkToken, password, confirm_password: passwordConfirmation, unlink })
  .check(sameTwice);

/** An existing password, whatever the rules were when it was set. */
export const currentPassword = required('Current password is required').check(notTooLong);

export const passwordChange = z
  .object({
    current_password: currentPassword,
    password,
    confirm_password: passwordConfirmation,
    unlink,
  })
  .check(sameTwice);

/** Accounts with a password must give it. */
export const emailChange = z.object({ email, current_password: z.optional(currentPassword) });

export const passwordConfirmed = z.object({ password: currentPassword });

/** Required to link an account while the user's own address is unconfirmed. */
export const passwordAgain = z.object({ password: z.optional(currentPassword) });

export type LoginPayload = z.infer<typeof loginPayload>;
