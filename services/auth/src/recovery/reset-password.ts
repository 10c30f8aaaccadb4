import type { LinkedIdentity } from '@nightshelf/contracts/accounts.ts';
import { hashOfSecret } from '@nightshelf/platform/api-tokens/secret.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { IntendedWork } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/activity.ts';
import { revokeOpenLinks } from '../credentials/revoke-reset-links.ts';
import { refuseWeak } from '../credentials/weak-passwords.ts';
import type { AuthParts } from '../parts.ts';
import { type Claim, endClaims } from '../users/claims.ts';
import { findActiveUser, lockActiveUser } from '../users/find-user.ts';
import { publishUser, type User } from '../users/user.ts';

export interface ResetParts extends Pick<AuthParts, 'work' | 'passwords' | 'sessions' | 'attempts'> {
  /** Access that a new password revokes. */
  readonly claims: readonly Claim[];
  readonly linked: {
    readonly listOf: (em: EntityManager, userId: string) => Promise<LinkedIdentity[]>;
    readonly unlink: (em: EntityManager, userId: string, ids: readonly string[], client: Client) => Promise<void>;
  };
}

interface Reset {
  readonly token: string;
  readonly password: string;
  /** Ids of external accounts to unlink. */
  readonly unlink?: readonly string[] | undefined;
  readonly client: Client;
}

const validReset = 'token_hash = ? and used_at is null and expires_at > now()';

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
  const tokenHash = hashOfSecret(token);
  let isDone = false;
  const prepare = async () => {
    // Checks the token before the costly hash.
    const em = work.query();
    const sql = `select user_id from password_resets where ${validReset}`;
    const [known] = await em.execute<{ user_id: string }[]>(sql, [tokenHash]);
    const user = known && (await findActiveUser(em, known.user_id));
    if (!user) throw invalidToken();
    refuseWeak(password, user);
    return { id: user.id, passwordHash: await passwords.hash(password, client) };
  };
  const userId = await intended.prepared(prepare, async ({ em, publish }, { id, passwordHash }) => {
    const user = await setPassword(em, { id, tokenHash, passwordHash });
    await recordActivity(em, { userId: user.id, kind: 'password_reset', client });
    await endClaims(em, claims, 'taken back', { userId: user.id, client });
    if (unlink?.length) await linked.unlink(em, user.id, unlink, client);
    if (user.verifyEmail()) {
      publishUser({ publish }, user);
      await recordActivity(em, { userId: user.id, kind: 'email_verified', client });
      const ended = await endClaims(em, claims, 'first proven', { userId: user.id, client });
      if (ended > 0) await recordActivity(em, { userId: user.id, kind: 'access_ended', client, detail: String(ended) });
    }
    await sessions.store.endAll(user.id);
    // Lifts the sign-in delay caused by the owner's failed attempts.
    for (const name of [user.username, user.email]) if (name) await attempts.succeeded(name, client.address);
    isDone = true;
    return user.id;
  });
  if (!isDone) await sessions.store.endAll(userId);
}

/** Locks the user first, so that a concurrent sign-in with the old password is refused or ended by endAll. */
async function setPassword(
  em: Transaction['em'],
  { id, tokenHash, passwordHash }: { id: string; tokenHash: string; passwordHash: string },
): Promise<User> {
  const user = await lockActiveUser(em, id);
  const used = await em.execute<object[]>(
    `update password_resets set used_at = now() where ${validReset} returning 1`,
    [tokenHash],
  );
  if (!user || used.length === 0) throw invalidToken();
  user.passwordHash = passwordHash;
  await revokeOpenLinks(em, id);
  return user;
}

const invalidToken = () =>
  new CodedError(400, 'auth.reset_token_invalid', 'This link is no longer valid. Please request a new one.');

/** What the user sees before setting a new password with a link. */
interface ResetOutlook {
  readonly username: string;
  /** True when the account's address was never verified. */
  readonly is_takeover: boolean;
  readonly identities: LinkedIdentity[];
}

/**
 * Returns what a reset link is for, without using it.
 * @param linkedTo returns a user's external accounts
 * @throws CodedError 400 when the link is invalid or expired
 */
export async function lookAtReset(
  em: EntityManager,
  linkedTo: (em: EntityManager, userId: string) => Promise<LinkedIdentity[]>,
  token: string,
): Promise<ResetOutlook> {
  const [reset] = await em.execute<{ user_id: string }[]>(`select user_id from password_resets where ${validReset}`, [
    hashOfSecret(token),
  ]);
  const user = reset && (await findActiveUser(em, reset.user_id));
  if (!user) throw invalidToken();
  const isTakeover = !user.emailVerifiedAt;
  // A takeover unlinks them all, and they may belong to someone who mistyped an address, so the owner must not see
  // them.
  const identities = isTakeover ? [] : await linkedTo(em, user.id);
  return { username: user.username, is_takeover: isTakeover, identities };
}
