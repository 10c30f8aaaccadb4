import { LockMode } from '@mikro-orm/postgresql';
import { userDeleted, userUpdated } from '@nightshelf/contracts/events/users.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { type Erase, recordErased } from '@nightshelf/platform/erasure/erase-users.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { recordActivity } from '../activity/activity.ts';
import { revokeResetLinks } from '../credentials/revoke-reset-links.ts';
import { deleteFactors, secondFactorMethods } from '../second-factors/factors.ts';
import type { FactorMails } from '../second-factors/tell.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { stateOf, User } from '../users/user.ts';

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

/** Erases remnants of a deleted user that may arrive late: follows, Redis notes and sessions. */
export const eraseAccount =
  (sessions: BrowserSessions, notes: PrivacyNotes): Erase =>
  async ({ em }, userId) => {
    await em.execute('delete from follows where follower_id = ? or followee_id = ?', [userId, userId]);
    // A row names both users and is useless without either.
    await em.execute(
      `delete from inbox_versions where consumer = 'auth' and topic = 'social.follows' and (subject like ? or subject like ?)`,
      [`${userId}:%`, `%:${userId}`],
    );
    await em.execute(
      `delete from inbox_versions where consumer = 'auth' and topic = 'social.digests' and subject = ?`,
      [userId],
    );
    await sessions.endAll(userId);
    await notes.forget(userId);
    return false;
  };

interface ResetParts {
  readonly work: Work;
  readonly sessions: BrowserSessions;
  readonly mails: FactorMails;
}

/**
 * Removes all second factors of a user who has lost them and ends all sessions. The user is notified by mail and audit
 * trail.
 * @returns null when the user no longer exists
 */
export function resetFactors({ work, sessions, mails }: ResetParts, id: string): Promise<Closed | null> {
  return work.transaction(async ({ em }) => {
    const user = await em.findOne(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!user) return null;
    if ((await secondFactorMethods(em, id)).length === 0) return { changed: false, sessionsEnded: 0 };
    await deleteFactors(em, id);
    await recordActivity(em, { userId: id, kind: 'factors_reset', client: { device: null, address: null } });
    await mails.tellOfReset(em, user);
    return { changed: true, sessionsEnded: await sessions.endAll(id) };
  });
}
