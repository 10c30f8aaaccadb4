import type { LoginPayload } from '@nightshelf/contracts';
import { CodedError, type Work } from '@nightshelf/platform';
import type { Passwords } from '../credentials/passwords.ts';
import { findUserByLogin } from '../users/find-user.ts';
import { User } from '../users/user.ts';

/**
 * Finds the user whose credentials these are. An unknown user, a wrong password and an account that is not active are
 * answered alike, after the same time.
 * @throws CodedError 401; 503 when busy
 */
export async function logIn(work: Work, passwords: Passwords, credentials: LoginPayload): Promise<User> {
  const em = work.read();
  const user = await findUserByLogin(em, credentials.username_or_email.trim());
  const matches = await passwords.matches(user?.passwordHash ?? null, credentials.password);
  if (!user?.isActive || !matches) {
    throw new CodedError(401, 'auth.invalid_credentials', 'Invalid username or password.');
  }
  if (passwords.isOutdated(user.passwordHash)) {
    const passwordHash = await passwords.hash(credentials.password);
    // Only over the hash just checked: the password may be changed by somebody else at this moment.
    await em.nativeUpdate(User, { id: user.id, passwordHash: user.passwordHash }, { passwordHash });
  }
  return user;
}
