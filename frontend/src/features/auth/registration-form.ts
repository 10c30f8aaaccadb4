import {
  email,
  firstName,
  lastName,
  password,
  passwordConfirmation,
  passwordsMatch,
  username,
} from '@nightshelf/contracts/credentials.ts';
import { z } from 'zod/mini';
import type { RegistrationBody } from './api.ts';

/** Form values. The server defines the rules of the single fields; names may stay empty. */
export const registrationForm = z
  .object({
    first_name: firstName,
    last_name: lastName,
    username,
    email,
    password,
    confirm_password: passwordConfirmation,
  })
  .check(
    z.refine((form) => form.confirm_password === '' || form.password === form.confirm_password, {
      path: ['confirm_password'],
      message: passwordsMatch,
      // Compare the passwords even when other fields are invalid.
      when: () => true,
    }),
  );

export type RegistrationForm = z.infer<typeof registrationForm>;

const honeypotWords = ['company', 'phone_number', 'website_url', 'referrer'] as const;

/** Returns a random name for the hidden field: one of four harmless words and 4 digits, such as `company_1234`. */
export function honeypotName(random: () => number = Math.random): string {
  const word = honeypotWords[Math.floor(random() * honeypotWords.length)] ?? honeypotWords[0];
  return `${word}_${Math.floor(1000 + random() * 9000)}`;
}

export interface HiddenFields {
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  readonly honeypot: { readonly name: string; readonly value: string };
}

/** Builds the registration request: empty names become null, and the hidden field keeps its own name. */
export function registrationBody(form: RegistrationForm, { openedAt, honeypot }: HiddenFields): RegistrationBody {
  return {
    ...form,
    first_name: form.first_name.trim() || null,
    last_name: form.last_name.trim() || null,
    form_timestamp: openedAt,
    honeypot_field: honeypot.name,
    [honeypot.name]: honeypot.value,
  };
}
