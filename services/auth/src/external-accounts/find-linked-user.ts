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
  /** What users call the provider. */
  readonly name: string;
}

/**
 * Finds the user whom this external account signs in, and notes that it was used, and that the user's address is confirmed
 * where the provider has verified the same one.
 * @returns null when it is linked to nobody. Only issuer and subject count: an email address may have changed hands
 * @throws AuthorizationFailed when the user's account is not active, which is not told, or the link was just taken away
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
    // By its version, so that the event cannot undo another change.
    const unproven = { id: userId, email: email ?? null, emailVerifiedAt: null, version: version - 1 };
    // The user before the link, as whoever takes the link away has them.
    const proven =
      isProof && (await change.em.nativeUpdate(User, unproven, { emailVerifiedAt: emailVerifiedAt ?? null, version }));
    const used = await change.em.nativeUpdate(LinkedAccount, { id: link.id }, { lastUsedAt: new Date() });
    if (used === 0) throw new AuthorizationFailed('expired');
    if (proven) publishUser(change, user);
    if (proven) await recordActivity(change.em, { userId, kind: 'email_verified', client, detail: name });
  });
  return user;
}
