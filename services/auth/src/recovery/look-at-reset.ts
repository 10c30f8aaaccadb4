import type { LinkedIdentity } from '@nightshelf/contracts/accounts.ts';
import { hashOfSecret } from '@nightshelf/platform/api-tokens/secret.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { findActiveUser } from '../users/find-user.ts';
import { invalidToken, validReset } from './reset-password.ts';

/** What is to be known before a new password is set with a link. */
export interface ResetOutlook {
  readonly username: string;
  /** Nobody has shown before that the address is theirs. */
  readonly is_takeover: boolean;
  readonly identities: LinkedIdentity[];
}

/**
 * Tells what a reset link is about, and does not use it.
 * @param linkedTo the external accounts that lead into a user's
 * @throws CodedError 400 when the link is not valid or no longer
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
  // All of them end with it, and may be somebody's who has but mistyped an address: they are not the owner's to see.
  const identities = isTakeover ? [] : await linkedTo(em, user.id);
  return { username: user.username, is_takeover: isTakeover, identities };
}
