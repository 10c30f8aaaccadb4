import type { Work } from '@nightshelf/platform';
import { findActiveUser } from '../users/find-user.ts';
import type { User } from '../users/user.ts';
import { LinkedIdentity, type ProvenIdentity } from './identity.ts';
import { Refusal } from './refusal.ts';

/**
 * @returns the user whose account this identity opens, or null when it opens none yet. Only issuer and subject count: an
 * address may belong to somebody else by now.
 * @throws Refusal when the account is not active
 */
export async function signInWithIdentity(
  work: Work,
  { issuer, subject }: Pick<ProvenIdentity, 'issuer' | 'subject'>,
): Promise<User | null> {
  const em = work.read();
  const link = await em.findOne(LinkedIdentity, { issuer, subject });
  if (!link) return null;
  const user = await findActiveUser(em, link.userId);
  if (!user) throw new Refusal('inactive');
  await em.nativeUpdate(LinkedIdentity, { id: link.id }, { lastUsedAt: new Date() });
  return user;
}
