import { z } from 'zod';
import { email, firstName, lastName, password, passwordConfirmation, passwordsMatch, username } from './credentials.ts';

/** The name of the hidden field that only bots fill: a harmless-looking word and 4 digits. */
const honeypotName = z.string().regex(/^(company|phone_number|website_url|referrer)_?\d{4}$/);

const registration = z.object({
  username,
  email,
  password,
  confirm_password: passwordConfirmation,
  first_name: z.nullable(firstName).default(null),
  last_name: z.nullable(lastName).default(null),
  form_timestamp: z
    .number()
    .int()
    .nonnegative()
    .meta({ description: "Milliseconds since 1970 by the browser's clock." }),
  honeypot_field: honeypotName,
});

/** The registration payload, which also contains the hidden field under the name in `honeypot_field`. */
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

export type Registration = z.infer<typeof registration>;
