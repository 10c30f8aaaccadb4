import { LockMode } from '@mikro-orm/postgresql';
import { userDeleted } from '@nightshelf/contracts/events/users.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { type Erase, recordErased } from '@nightshelf/platform/erasure/erase-users.ts';
import { recordAction } from '@nightshelf/platform/operators/audit.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { recordActivity } from '../activity/activity.ts';
import { resetKinds, revokeLinks } from '../mail/mailed-links.ts';
import { mailFactor } from '../mail/send-mail.ts';
import type { AuthParts } from '../parts.ts';
import { deleteFactors, secondFactorMethods } from '../second-factors/factors.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { publishUser, User } from '../users/user.ts';

interface Action {
  /** Describes the action's effect; the command shows it before it runs the action. */
  readonly consequence: (name: string) => string;
  /** Changes the locked user. @returns whether there was anything to change */
  readonly act: (transaction: Transaction, user: User, parts: AuthParts) => Promise<boolean>;
  readonly done: (name: string, ended: string) => string;
  /** Missing for an action that always changes something. */
  readonly unchanged?: (name: string) => string;
}

export const actions = {
  disable: {
    consequence: (name) =>
      `${name} is signed out everywhere, can no longer sign in, and is hidden from other users until enabled again.`,
    act: async (transaction, user) => {
      const { em } = transaction;
      await revokeLinks(em, user.id, resetKinds);
      await em.execute(`delete from mails where user_id = ? and payload->>'kind' = 'weekly'`, [user.id]);
      return setActive(transaction, user, false);
    },
    done: (name, ended) =>
      `${name} is disabled and was signed out of ${ended}; others no longer see them within seconds.`,
    unchanged: (name) => `${name} was disabled before; nothing changed.`,
  },
  enable: {
    consequence: (name) => `${name} can sign in again and is visible as before, with library and follows.`,
    act: async (transaction, user) => setActive(transaction, user, true),
    done: (name) => `${name} is enabled: they can sign in, and others see them again within seconds.`,
    unchanged: (name) => `${name} was enabled before; nothing changed.`,
  },
  'sign-out': {
    consequence: (name) => `${name} is signed out everywhere and can sign in again.`,
    act: async (_, { id }, { sessions }) => (await sessions.store.list(id)).length > 0,
    done: (name, ended) => `${name} was signed out of ${ended}.`,
    unchanged: (name) => `${name} was signed in nowhere.`,
  },
  'reset-factors': {
    consequence: (name) =>
      `${name} loses all passkeys, the authenticator app and the recovery codes, is signed out everywhere, can sign in without a second step, and is notified by email. Verify who asks for this.`,
    act: resetFactors,
    done: (name, ended) => `${name} has no second factor any more and was signed out of ${ended}.`,
    unchanged: (name) => `${name} had no second factor; nothing changed.`,
  },
  delete: {
    consequence: (name) =>
      `The account of ${name} and all its data in every service are deleted. This cannot be undone.`,
    act: deleteAccount,
    done: (name, ended) =>
      `${name} is deleted and was signed out of ${ended}; every service erases what it keeps within seconds.`,
  },
} as const satisfies Readonly<Record<string, Action>>;

export type ActionName = keyof typeof actions;

/**
 * Changes an account and records that in the operators' audit trail. Every change except `enable` ends all sessions, and
 * so does a repeated `disable`; concurrent sign-ins wait for the row lock and are then refused or ended.
 * @returns null when the user no longer exists
 */
export async function changeAccount(parts: AuthParts, name: ActionName, { id, username }: User) {
  const { act, done, unchanged }: Action = actions[name];
  try {
    const outcome = await parts.work.transaction(async (transaction) => {
      const user = await transaction.em.findOne(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!user) return null;
      const changed = await act(transaction, user, parts);
      const endsSessions = name === 'disable' || (changed && name !== 'enable');
      const ended = endsSessions ? await parts.sessions.store.endAll(id) : 0;
      const message =
        !changed && unchanged
          ? unchanged(username)
          : done(username, `${ended} ${ended === 1 ? 'session' : 'sessions'}`);
      return { user: { id, username }, changed, sessions_ended: ended, message };
    });
    await record(parts, name, id, outcome ? (outcome.changed ? 'done' : 'was so before') : 'no such user');
    return outcome;
  } catch (error) {
    await record(parts, name, id, 'failed').catch(() => undefined);
    throw error;
  }
}

/** @param target the user's id; empty when there is no such user */
export const record = ({ redis }: AuthParts, name: ActionName, target: string, outcome: string) =>
  recordAction(redis, { who: 'command line', what: `${name} account`, target, outcome });

function setActive(transaction: Transaction, user: User, isActive: boolean): boolean {
  const isChanged = user.become(isActive);
  if (isChanged) publishUser(transaction, user);
  return isChanged;
}

/**
 * Deletes all of auth's data about a user and publishes the deletion to other services. The name becomes free
 * immediately.
 */
async function deleteAccount({ em, publish }: Transaction, user: User): Promise<boolean> {
  const { id, username, email } = user;
  const version = user.version + 1;
  publish(userDeleted, { data: { user_id: id }, version });
  await recordErased(em, id, version);
  // A locked request is being processed; it waits for this user and deletes itself afterwards.
  await em.execute(
    `delete from reset_requests where id in (
       select id from reset_requests
       where lower(login) in (select lower(login) from jsonb_array_elements_text(?::jsonb) as given (login))
       for update skip locked)`,
    [JSON.stringify([username, email ?? username])],
  );
  // Foreign keys delete the rest.
  em.remove(user);
  await em.flush();
  return true;
}

/** Erases remnants of a deleted user that may arrive late: follows, Redis notes and sessions. */
export const eraseAccount =
  (sessions: BrowserSessions, notes: PrivacyNotes): Erase =>
  async ({ em }, userId) => {
    await em.execute('delete from follows where follower_id = ? or followee_id = ?', [userId, userId]);
    // A row of follows names both users and is useless without either.
    await em.execute(
      `delete from inbox_versions where consumer = 'auth' and (
         (topic = 'social.follows' and (subject like ? or subject like ?)) or (topic = 'social.digests' and subject = ?))`,
      [`${userId}:%`, `%:${userId}`, userId],
    );
    await sessions.store.endAll(userId);
    await notes.forget(userId);
    return false;
  };

/** Removes all second factors of a user who has lost them. Notifies the user by mail and audit trail. */
async function resetFactors({ em }: Transaction, user: User, { mail }: AuthParts): Promise<boolean> {
  if ((await secondFactorMethods(em, user.id)).length === 0) return false;
  await deleteFactors(em, user.id);
  await recordActivity(em, { userId: user.id, kind: 'factors_reset', client: { device: null, address: null } });
  await mailFactor(em, mail, user, { change: 'removed', factor: 'Every second factor', by: 'operator' });
  return true;
}
