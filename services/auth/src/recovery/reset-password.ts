import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { IntendedWork } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/activity.ts';
import { refuseWeak } from '../credentials/weak-passwords.ts';
import { findLink, openKinds, resetKinds, revokeLinks, useLink } from '../mail/mailed-links.ts';
import type { AuthParts, ExternalLinks } from '../parts.ts';
import { type Claim, endClaims } from '../users/claims.ts';
import { findActiveUser, lockActiveUser } from '../users/find-user.ts';
import { publishUser } from '../users/user.ts';

export interface ResetParts extends AuthParts {
  /** Access that a new password revokes. */
  readonly claims: readonly Claim[];
  readonly linked: ExternalLinks;
}

interface Reset {
  readonly token: string;
  readonly password: string;
  /** Ids of external accounts to unlink. */
  readonly unlink?: readonly string[] | undefined;
  readonly client: Client;
}

/** Returns what a reset link is for, without using it. @throws CodedError 400 when it is invalid or expired */
export async function findReset(em: EntityManager, token: string) {
  const link = await findLink(em, token, resetKinds);
  const user = link?.is_valid ? await findActiveUser(em, link.user_id) : null;
  if (!link || !user) throw invalidToken();
  return { link, user };
}

/**
 * Sets a new password with a reset token and ends all sessions. The first reset also verifies the address and revokes
 * all other access.
 * @throws CodedError 400 when the link is invalid or expired, 422 when the password is weak
 */
export async function resetPassword(
  intended: IntendedWork,
  { work, passwords, sessions, attempts, claims, linked }: ResetParts,
  { token, password, unlink, client }: Reset,
): Promise<void> {
  let isDone = false;
  const prepare = async () => {
    // Checks the token before the costly hash.
    const { link, user } = await findReset(work.query(), token);
    refuseWeak(password, user);
    return { link, passwordHash: await passwords.hash(password, client) };
  };
  const userId = await intended.prepared(prepare, async ({ em, publish }, { link, passwordHash }) => {
    // Locks the user first, so that a concurrent sign-in with the old password is refused or ended by endAll.
    const user = await lockActiveUser(em, link.user_id);
    if (!user || !(await useLink(em, link))) throw invalidToken();
    const { id: userId } = user;
    user.passwordHash = passwordHash;
    await revokeLinks(em, userId, openKinds);
    await recordActivity(em, { userId, kind: 'password_reset', client });
    await endClaims(em, claims, 'taken back', { userId, client });
    if (unlink?.length) await linked.unlink(em, userId, unlink, client);
    if (user.verifyEmail()) {
      publishUser({ publish }, user);
      await recordActivity(em, { userId, kind: 'email_verified', client });
      const ended = await endClaims(em, claims, 'first proven', { userId, client });
      if (ended > 0) await recordActivity(em, { userId, kind: 'access_ended', client, detail: String(ended) });
    }
    await sessions.store.endAll(userId);
    // Lifts the sign-in delay caused by the owner's failed attempts.
    for (const name of [user.username, user.email]) if (name) await attempts.succeeded(name, client.address);
    isDone = true;
    return userId;
  });
  if (!isDone) await sessions.store.endAll(userId);
}

const invalidToken = () =>
  new CodedError(400, 'auth.reset_token_invalid', 'This link is no longer valid. Please request a new one.');
