import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import type { EntityManager, Origin, Work } from '@nightshelf/platform';
import { recordActivity } from '../activity/record-activity.ts';
import { User } from '../users/user.ts';
import { LinkedIdentity, newLink, type ProvenIdentity } from './identity.ts';
import { Refusal } from './refusal.ts';

interface NewLink {
  readonly userId: string;
  readonly identity: ProvenIdentity;
  readonly origin: Origin;
  /** What users call the provider. */
  readonly name: string;
}

/**
 * Lets an identity open the user's account; nothing changes when it does already.
 * @throws Refusal when it opens another user's, or the account is not active
 */
export async function linkIdentity(work: Work, { userId, identity, origin, name }: NewLink): Promise<void> {
  if (await isLinkedTo(work.read(), userId, identity)) return;
  try {
    await work.transaction(async ({ em }) => {
      const user = await em.findOne(User, { id: userId, isActive: true }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!user) throw new Refusal('inactive');
      em.create(LinkedIdentity, newLink(userId, identity));
      await recordActivity(em, { userId, kind: 'identity_linked', origin, detail: name });
    });
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    // Somebody was quicker; it may have been the same user.
    if (!(await isLinkedTo(work.read(), userId, identity))) throw error;
  }
}

/** @throws Refusal when the identity opens another user's account */
async function isLinkedTo(em: EntityManager, userId: string, { issuer, subject }: ProvenIdentity): Promise<boolean> {
  const link = await em.findOne(LinkedIdentity, { issuer, subject });
  if (link && link.userId !== userId) throw new Refusal('already_linked');
  return link !== null;
}
