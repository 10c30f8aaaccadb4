import type { LinkedIdentity } from '@nightshelf/contracts/accounts.ts';
import { hashOfSecret } from '@nightshelf/platform/api-tokens/secret.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { findActiveUser } from '../users/find-user.ts';
import { invalidToken, validReset } from './reset-password.ts';

/** What the user sees before setting a new password with a link. */
export interface ResetOutlook {
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
