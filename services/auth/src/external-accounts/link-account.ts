import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import { recordActivity } from '../activity/record-activity.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { lockActiveUser } from '../users/find-user.ts';
import { publishUser } from '../users/user-state.ts';
import { AuthorizationFailed } from './authorization-failed.ts';
import { type ExternalAccount, hasVerified, LinkedAccount, newLink } from './linked-account.ts';

interface Parts {
  readonly work: Work;
  readonly sessions: BrowserSessions;
}

interface NewLink {
  readonly userId: string;
  /** The session that began the link. */
  readonly sessionId: string;
  readonly account: ExternalAccount;
  readonly client: Client;
  /** The provider's display name. */
  readonly name: string;
}

/**
 * Links an external account to the user; does nothing when it is already linked.
 * @throws AuthorizationFailed when it is linked to another user, the user is inactive, or the session has ended
 */
export async function linkAccount(
  { work, sessions }: Parts,
  { userId, sessionId, account, client, name }: NewLink,
): Promise<void> {
  if (await isLinkedTo(work.query(), userId, account)) return;
  try {
    await work.transaction(async ({ em, publish }) => {
      const user = await lockActiveUser(em, userId);
      if (!user) throw new AuthorizationFailed('inactive');
      // The session may have ended while the provider was responding.
      if (!(await sessions.isThere(sessionId))) throw new AuthorizationFailed('expired');
      em.create(LinkedAccount, newLink(userId, account));
      await recordActivity(em, { userId, kind: 'identity_linked', client, detail: name });
      if (hasVerified(account, user) && user.verifyEmail()) {
        publishUser({ publish }, user);
        await recordActivity(em, { userId, kind: 'email_verified', client, detail: name });
      }
    });
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    // A concurrent request linked it first, possibly for the same user.
    if (!(await isLinkedTo(work.query(), userId, account))) throw error;
  }
}

async function isLinkedTo(em: EntityManager, userId: string, { issuer, subject }: ExternalAccount): Promise<boolean> {
  const link = await em.findOne(LinkedAccount, { issuer, subject });
  if (link && link.userId !== userId) throw new AuthorizationFailed('already_linked');
  return link !== null;
}
