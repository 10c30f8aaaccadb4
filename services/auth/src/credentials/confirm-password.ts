import { conflict, invalid } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { AuthParts } from '../parts.ts';
import type { User } from '../users/user.ts';

export type ConfirmParts = Pick<AuthParts, 'passwords' | 'attempts'>;

interface Confirmation {
  readonly given: string | undefined;
  readonly client: Client;
  /** The request field that errors refer to; defaults to `current_password`. */
  readonly field?: string;
}

/**
 * Checks the caller's password before a sensitive action. Counts attempts separately from sign-ins, so that a session
 * cannot lock out a sign-in.
 * @returns the hash that the password matched
 * @throws CodedError 422 on the field, 409 without a password, 429 after too many attempts, 503 when busy
 */
export async function confirmPassword(
  { passwords, attempts }: ConfirmParts,
  user: User,
  { given, client, field }: Confirmation,
): Promise<string> {
  if (!user.passwordHash) {
    throw conflict('auth.no_password', 'This account has no password yet. Request a link to set one.');
  }
  if (given === undefined)
    throw invalid({ [field ?? 'current_password']: ['Current password is required'] }, 'auth.password_required');
  await attempts.enter(`change:${user.id}`, client.address);
  if (!(await passwords.matches(user.passwordHash, given, client))) throw wrongPassword(field);
  await attempts.succeeded(`change:${user.id}`, client.address);
  return user.passwordHash;
}

export const wrongPassword = (field = 'current_password') =>
  invalid({ [field]: ['Current password is wrong'] }, 'auth.wrong_password');
