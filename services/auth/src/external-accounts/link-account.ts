import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import type { Client, EntityManager, Work } from '@nightshelf/platform';
import { recordActivity } from '../activity/record-activity.ts';
import { lockActiveUser } from '../users/find-user.ts';
import { AuthorizationFailed } from './authorization-failed.ts';
import { type ExternalAccount, hasVerified, LinkedAccount, newLink } from './linked-account.ts';

interface NewLink {
  readonly userId: string;
  readonly account: ExternalAccount;
  readonly client: Client;
  /** What users call the provider. */
  readonly name: string;
}

/**
 * Links an external account to the user; nothing changes when it is linked already.
 * @throws AuthorizationFailed when it is linked to another user, or the user's account is not active
 */
export async function linkAccount(work: Work, { userId, account, client, name }: NewLink): Promise<void> {
  if (await isLinkedTo(work.query(), userId, account)) return;
  try {
    await work.transaction(async ({ em }) => {
      const user = await lockActiveUser(em, userId);
      if (!user) throw new AuthorizationFailed('inactive');
      em.create(LinkedAccount, newLink(userId, account));
      await recordActivity(em, { userId, kind: 'identity_linked', client, detail: name });
      if (hasVerified(account, user) && user.verifyEmail()) {
        await recordActivity(em, { userId, kind: 'email_verified', client, detail: name });
      }
    });
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    // Somebody was quicker; it may have been the same user.
    if (!(await isLinkedTo(work.query(), userId, account))) throw error;
  }
}

/** @throws AuthorizationFailed when it is linked to another user */
async function isLinkedTo(em: EntityManager, userId: string, { issuer, subject }: ExternalAccount): Promise<boolean> {
  const link = await em.findOne(LinkedAccount, { issuer, subject });
  if (link && link.userId !== userId) throw new AuthorizationFailed('already_linked');
  return link !== null;
}
