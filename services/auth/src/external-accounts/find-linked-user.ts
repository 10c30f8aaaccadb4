import type { Work } from '@nightshelf/platform';
import { findActiveUser } from '../users/find-user.ts';
import type { User } from '../users/user.ts';
import { AuthorizationFailed } from './authorization-failed.ts';
import { type ExternalAccount, LinkedAccount } from './linked-account.ts';

/**
 * Finds the user whom this external account signs in, and notes that it was used.
 * @returns null when it is linked to nobody. Only issuer and subject count: an email address may have changed hands
 * @throws AuthorizationFailed when the user's account is not active, which is not told
 */
export async function findLinkedUser(
  work: Work,
  { issuer, subject }: Pick<ExternalAccount, 'issuer' | 'subject'>,
): Promise<User | null> {
  const em = work.query();
  const link = await em.findOne(LinkedAccount, { issuer, subject });
  if (!link) return null;
  const user = await findActiveUser(em, link.userId);
  if (!user) throw new AuthorizationFailed('failed');
  await work.transaction((change) =>
    change.em.nativeUpdate(LinkedAccount, { id: link.id }, { lastUsedAt: new Date() }),
  );
  return user;
}
