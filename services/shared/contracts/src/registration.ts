import { z } from 'zod';
import { withoutNul } from './fields.ts';
import { passwordRules } from './password-rules.ts';

const required = (message: string) => z.string(message).min(1, message);

export const username = required('Username is required')
  .min(3, 'Username must be at least 3 characters')
  .max(20, 'Username must be less than 20 characters')
  .regex(/^[A-Za-z0-9_]*$/, 'Username can only contain letters, numbers, and underscores');

export const email = z
  .string('Email is required')
  .trim()
  .min(1, 'Email is required')
  .max(254, 'Invalid email address')
  .pipe(z.email('Invalid email address'));

/** Longer passwords add nothing and would let a stranger make the server hash megabytes. */
const passwordLimit = 256;

export const password = passwordRules.reduce(
  (schema, rule) => schema.refine(rule.holds, rule.message),
  z.string(passwordRules[0].message).max(passwordLimit, `Password must be at most ${passwordLimit} characters`),
);

const personName = (label: string) =>
  z.string().max(50, `${label} must be less than 50 characters`).refine(withoutNul, 'Must not contain NUL characters');

export const firstName = personName('First name');
export const lastName = personName('Last name');

export const passwordsMatch = 'Passwords must match';

/** The name of the hidden field that only bots fill: a harmless-looking word and 4 digits. */
export const honeypotName = z.string().regex(/^(company|phone_number|website_url|referrer)_?\d{4}$/);

export const registration = z.object({
  username,
  email,
  password,
  confirm_password: required('Please confirm your password'),
  first_name: firstName.nullable().default(null),
  last_name: lastName.nullable().default(null),
  form_timestamp: z
    .number()
    .int()
    .nonnegative()
    .meta({ description: "Milliseconds since 1970 by the browser's clock." }),
  honeypot_field: honeypotName,
});

/** The registration payload: also holds the hidden field itself, under the name that `honeypot_field` gives. */
export const registrationPayload = registration.catchall(z.unknown()).superRefine((payload, context) => {
  if (payload.password !== payload.confirm_password) {
    context.addIssue({ code: 'custom', path: ['confirm_password'], message: passwordsMatch });
  }
  if (typeof payload[payload.honeypot_field] !== 'string') {
    context.addIssue({
      code: 'custom',
      path: ['honeypot_field'],
      message: 'The form is incomplete. Please reload the page.',
    });
  }
});

export const loginPayload = z.object({
  username_or_email: required('Username or email is required')
    .min(3, 'Must be at least 3 characters')
    .max(254)
    .refine(withoutNul, 'Must not contain NUL characters'),
  password: required('Password is required')
    .min(8, 'Password must be at least 8 characters')
    .max(passwordLimit, `Password must be at most ${passwordLimit} characters`),
});

export type Registration = z.infer<typeof registration>;
export type LoginPayload = z.infer<typeof loginPayload>;
