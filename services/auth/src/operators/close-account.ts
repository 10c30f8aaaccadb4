import { LockMode } from '@mikro-orm/postgresql';
import { userDeleted, userUpdated } from '@nightshelf/contracts/events/users.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { recordErased } from '@nightshelf/platform/erasure/erased-users.ts';
import { revokeResetLinks } from '../credentials/revoke-reset-links.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { User } from '../users/user.ts';
import { stateOf } from '../users/user-state.ts';

interface Parts {
  readonly work: Work;
  readonly sessions: BrowserSessions;
}

export interface Closed {
  /** False when the account already had this state. */
  readonly changed: boolean;
  readonly sessionsEnded: number;
}

/**
 * Disables or enables an account. Disabling ends all sessions; concurrent sign-ins wait for the row lock and are then
 * refused.
 * @returns null when the user no longer exists
 */
export function setActive({ work, sessions }: Parts, id: string, isActive: boolean): Promise<Closed | null> {
  return work.transaction(async ({ em, publish }) => {
    const user = await em.findOne(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!user) return null;
    const changed = user.become(isActive);
    if (changed) publish(userUpdated, { data: stateOf(user), version: user.version });
    if (isActive) return { changed, sessionsEnded: 0 };
    await revokeResetLinks(em, id);
    await em.execute(`delete from mails where user_id = ? and payload->>'kind' = 'weekly'`, [id]);
    return { changed, sessionsEnded: await sessions.endAll(id) };
  });
}

/**
 * Deletes all of auth's data about a user and publishes the deletion to other services. The name becomes free
 * immediately.
 * @returns null when the user no longer exists
 */
export function deleteAccount({ work, sessions }: Parts, id: string): Promise<Closed | null> {
  return work.transaction(async ({ em, publish }) => {
    const user = await em.findOne(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!user) return null;
    const version = user.version + 1;
    publish(userDeleted, { data: { user_id: id }, version });
    await recordErased(em, id, version);
    const logins = JSON.stringify([user.username, user.email ?? user.username]);
    // A locked request is being processed; it waits for this user and deletes itself afterwards.
    await em.execute(
      `delete from reset_requests where id in (
         select id from reset_requests
         where lower(login) in (select lower(login) from jsonb_array_elements_text(?::jsonb) as given (login))
         for update skip locked)`,
      [logins],
    );
    // Foreign keys delete the rest.
    em.remove(user);
    await em.flush();
    return { changed: true, sessionsEnded: await sessions.endAll(id) };
  });
}
