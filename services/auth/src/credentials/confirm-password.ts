import type { ActivityKind } from '@nightshelf/contracts/accounts.ts';
import { conflict, invalid } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { AuthParts } from '../parts.ts';
import type { User } from '../users/user.ts';
import { matchesPassword } from './passwords.ts';

interface Confirmation {
  readonly given: string | undefined;
  readonly client: Client;
  /** The request field that errors refer to; defaults to `current_password`. */
  readonly field?: string;
  /** Recorded in the audit trail for a wrong password. */
  readonly refused?: ActivityKind;
}

/**
 * Checks the caller's password before a sensitive action. Counts attempts separately from sign-ins, so that a session
 * cannot lock out a sign-in.
 * @returns the hash that the password matched
 * @throws CodedError 422 on the field, 409 without a password, 429 after too many attempts, 503 when busy
 */
export async function confirmPassword(
  parts: AuthParts,
  { id: userId, passwordHash }: User,
  { given, client, field = 'current_password', refused }: Confirmation,
): Promise<string> {
  const { attempts, deferred } = parts;
  if (!passwordHash) {
    throw conflict('auth.no_password', 'This account has no password yet. Request a link to set one.');
  }
  if (given === undefined) throw invalid({ [field]: ['Current password is required'] }, 'auth.password_required');
  const counter = `change:${userId}`;
  await attempts.enter(counter, client.address);
  if (!(await matchesPassword(parts, passwordHash, given, client))) {
    if (refused) deferred.recordRefusal({ userId, kind: refused, client });
    throw wrongPassword(field);
  }
  await attempts.succeeded(counter, client.address);
  return passwordHash;
}

export const wrongPassword = (field = 'current_password') =>
  invalid({ [field]: ['Current password is wrong'] }, 'auth.wrong_password');
