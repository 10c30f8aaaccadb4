import { createInterface } from 'node:readline/promises';
import { LockMode } from '@mikro-orm/postgresql';
import { userDeleted, userUpdated } from '@nightshelf/contracts/events/users.ts';
import {
  type AccountOutcome,
  type AccountRequest,
  accountConsequences,
  type ListedAccount,
} from '@nightshelf/contracts/operators.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instant } from '@nightshelf/platform/database/instant.ts';
import type { Erase } from '@nightshelf/platform/erasure/erase-users.ts';
import { recordErased } from '@nightshelf/platform/erasure/erase-users.ts';
import { recordAction } from '@nightshelf/platform/operators/audit.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { CommandRefused } from '@nightshelf/platform/service/run-process.ts';
import { recordActivity } from '../activity/activity.ts';
import { revokeResetLinks } from '../credentials/revoke-reset-links.ts';
import { countFollows } from '../follows/follows.ts';
import type { AuthParts } from '../parts.ts';
import { deleteFactors, type FactorMails, factorsOf, secondFactorMethods } from '../second-factors/factors.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { findUserByLogin } from '../users/find-user.ts';
import { stateOf, User } from '../users/user.ts';

export type OperatorParts = Pick<AuthParts, 'work' | 'sessions' | 'redis'> & { readonly mails: FactorMails };

/** Executes an operator's request and records changes in the operators' audit trail. @param who the operator */
export async function actOnAccount(
  parts: OperatorParts,
  request: AccountRequest,
  who: string,
): Promise<AccountOutcome> {
  const em = parts.work.query();
  if (request.action === 'list') return listAccounts(em, request);
  const { action } = request;
  const user = await findAccount(em, request.user);
  if (action === 'show') return user ? showAccount(em, parts.sessions, user) : unknownUser(request.user);
  const record = (target: string, outcome: string) =>
    recordAction(parts.redis, { who, what: `${action} account`, target, outcome });
  if (!user) {
    await record('', 'no such user');
    return unknownUser(request.user);
  }
  try {
    const closed = await change(parts, action, user);
    await record(user.id, closed ? (closed.changed ? 'done' : 'was so before') : 'no such user');
    return closed ? outcomeOf(action, user, closed) : unknownUser(request.user);
  } catch (error) {
    await record(user.id, 'failed').catch(() => undefined);
    throw error;
  }
}

type Change = Exclude<AccountRequest['action'], 'list' | 'show'>;

async function change(parts: OperatorParts, action: Change, { id }: User): Promise<Closed | null> {
  if (action === 'delete') return deleteAccount(parts, id);
  if (action === 'reset-factors') return resetFactors(parts, id);
  if (action === 'sign-out') {
    const sessionsEnded = await parts.sessions.store.endAll(id);
    return { changed: sessionsEnded > 0, sessionsEnded };
  }
  return setActive(parts, id, action === 'enable');
}

const unknownUser = (name: string): AccountOutcome => ({ kind: 'unknown', message: `There is no user ${name}.` });

function outcomeOf(action: Change, { id, username }: User, { changed, sessionsEnded }: Closed): AccountOutcome {
  const ended = `${sessionsEnded} ${sessionsEnded === 1 ? 'session' : 'sessions'}`;
  const message = {
    disable: changed
      ? `${username} is disabled and was signed out of ${ended}; others no longer see them within seconds.`
      : `${username} was disabled before; nothing changed.`,
    enable: changed
      ? `${username} is enabled: they can sign in, and others see them again within seconds.`
      : `${username} was enabled before; nothing changed.`,
    'sign-out': changed ? `${username} was signed out of ${ended}.` : `${username} was signed in nowhere.`,
    'reset-factors': changed
      ? `${username} has no second factor any more and was signed out of ${ended}.`
      : `${username} had no second factor; nothing changed.`,
    delete: `${username} is deleted and was signed out of ${ended}; every service erases what it keeps within seconds.`,
  }[action];
  return { kind: 'done', user: { id, username }, changed, sessions_ended: sessionsEnded, message };
}

/** Returns one sentence about what the action will do. */
export const consequenceOf = (action: Change, name: string) => accountConsequences[action](name);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @param name a username, an email address or an id @returns the user, active or not; null when there is none */
export async function findAccount(em: EntityManager, name: string): Promise<User | null> {
  const wanted = name.trim();
  const byId = uuid.test(wanted) ? await em.findOne(User, { id: wanted }) : null;
  return byId ?? findUserByLogin(em, wanted);
}

type Wanted = Extract<AccountRequest, { action: 'list' }>;

/** Returns a page of accounts, ordered by username. */
async function listAccounts(
  em: EntityManager,
  { search, disabled, after, limit }: Wanted,
): Promise<Extract<AccountOutcome, { kind: 'listed' }>> {
  const part = search.trim().toLowerCase();
  const rows = await em.execute<ListedAccount[]>(
    `select id, username, email, is_active,
       ${instant('created_at')} as created_at
     from users
     where (?::text is null or lower(username) > lower(?::text)) and (not ? or not is_active)
       and (strpos(lower(username), ?) > 0 or strpos(lower(coalesce(email, '')), ?) > 0)
     order by lower(username) limit ?`,
    [after, after, disabled, part, part, limit + 1],
  );
  const users = rows.slice(0, limit);
  return { kind: 'listed', users, next: rows.length > limit ? (users.at(-1)?.username ?? null) : null };
}

/** Returns what operators may see of an account: no passwords, links or network addresses. */
async function showAccount(
  em: EntityManager,
  sessions: BrowserSessions,
  user: User,
): Promise<Extract<AccountOutcome, { kind: 'shown' }>> {
  const [linked] = await em.execute<{ providers: string[] }[]>(
    `select coalesce(array_agg(distinct provider), '{}') as providers from identities where user_id = ?`,
    [user.id],
  );
  const [last] = await em.execute<{ at: string | null }[]>(
    `select ${instant('max(at)')} as at from activity where user_id = ?`,
    [user.id],
  );
  const { totp, passkeys, recoveryCodesLeft } = await factorsOf(em, user.id);
  const { user_id: id, email_verified: _, ...state } = stateOf(user);
  return {
    kind: 'shown',
    user: {
      id,
      ...state,
      email: user.email ?? null,
      disabled_at: user.disabledAt?.toISOString() ?? null,
      has_password: Boolean(user.passwordHash),
      providers: linked?.providers ?? [],
      factors: { totp, passkeys, recovery_codes: recoveryCodesLeft },
      ...(await countFollows(em, user.id)),
      sessions: (await sessions.store.list(user.id)).length,
      last_activity_at: last?.at ?? null,
    },
  };
}

const refused = () =>
  new CommandRefused('Not confirmed: nothing was deleted. Type the username at a terminal, or add --yes.');

/** Asks the operator to type the username at a terminal. @throws CommandRefused */
export async function confirmByName(username: string): Promise<void> {
  if (!process.stdin.isTTY) throw refused();
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const left = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const typed = await Promise.race([lines.question(`Type ${username} to delete the account: `), left]);
    if (typed.trim() !== username) throw refused();
  } finally {
    lines.close();
  }
}

interface Closed {
  /** False when the account already had this state. */
  readonly changed: boolean;
  readonly sessionsEnded: number;
}

/**
 * Disables or enables an account. Disabling ends all sessions; concurrent sign-ins wait for the row lock and are then
 * refused.
 * @returns null when the user no longer exists
 */
function setActive({ work, sessions }: OperatorParts, id: string, isActive: boolean): Promise<Closed | null> {
  return work.transaction(async ({ em, publish }) => {
    const user = await em.findOne(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!user) return null;
    const changed = user.become(isActive);
    if (changed) publish(userUpdated, { data: stateOf(user), version: user.version });
    if (isActive) return { changed, sessionsEnded: 0 };
    await revokeResetLinks(em, id);
    await em.execute(`delete from mails where user_id = ? and payload->>'kind' = 'weekly'`, [id]);
    return { changed, sessionsEnded: await sessions.store.endAll(id) };
  });
}

/**
 * Deletes all of auth's data about a user and publishes the deletion to other services. The name becomes free
 * immediately.
 * @returns null when the user no longer exists
 */
function deleteAccount({ work, sessions }: OperatorParts, id: string): Promise<Closed | null> {
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
    return { changed: true, sessionsEnded: await sessions.store.endAll(id) };
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
    await sessions.store.endAll(userId);
    await notes.forget(userId);
    return false;
  };

/**
 * Removes all second factors of a user who has lost them and ends all sessions. The user is notified by mail and audit
 * trail.
 * @returns null when the user no longer exists
 */
function resetFactors({ work, sessions, mails }: OperatorParts, id: string): Promise<Closed | null> {
  return work.transaction(async ({ em }) => {
    const user = await em.findOne(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!user) return null;
    if ((await secondFactorMethods(em, id)).length === 0) return { changed: false, sessionsEnded: 0 };
    await deleteFactors(em, id);
    await recordActivity(em, { userId: id, kind: 'factors_reset', client: { device: null, address: null } });
    await mails.add(em, user, { change: 'removed', factor: 'Every second factor', by: 'operator' });
    return { changed: true, sessionsEnded: await sessions.store.endAll(id) };
  });
}
