import type { Work } from '@nightshelf/platform/database/work.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { findActiveUser } from '../users/find-user.ts';
import { User } from '../users/user.ts';
import { publishUser } from '../users/user-state.ts';
import { AuthorizationFailed } from './authorization-failed.ts';
import { type ExternalAccount, hasVerified, LinkedAccount } from './linked-account.ts';

interface SignIn {
  readonly account: ExternalAccount;
  readonly client: Client;
  /** The provider's display name. */
  readonly name: string;
}

/**
 * Returns the user linked to this external account, and records the use. Verifies the user's address when the provider
 * verified the same one.
 * @returns null when no user is linked. Matches issuer and subject only, because email addresses change hands
 * @throws AuthorizationFailed when the user is inactive (without saying so) or the link was just removed
 */
export async function findLinkedUser(work: Work, { account, client, name }: SignIn): Promise<User | null> {
  const { issuer, subject } = account;
  const em = work.query();
  const link = await em.findOne(LinkedAccount, { issuer, subject });
  if (!link) return null;
  const user = await findActiveUser(em, link.userId);
  if (!user) throw new AuthorizationFailed('failed');
  const isProof = hasVerified(account, user) && user.verifyEmail();
  await work.transaction(async (change) => {
    const { id: userId, email, emailVerifiedAt, version } = user;
    // Matches the version, so that the event cannot overwrite another change.
    const unproven = { id: userId, email: email ?? null, emailVerifiedAt: null, version: version - 1 };
    // Locks the user before the link, in the same order as unlinking, to avoid a deadlock.
    const proven =
      isProof && (await change.em.nativeUpdate(User, unproven, { emailVerifiedAt: emailVerifiedAt ?? null, version }));
    const used = await change.em.nativeUpdate(LinkedAccount, { id: link.id }, { lastUsedAt: new Date() });
    if (used === 0) throw new AuthorizationFailed('expired');
    if (proven) publishUser(change, user);
    if (proven) await recordActivity(change.em, { userId, kind: 'email_verified', client, detail: name });
  });
  return user;
}
