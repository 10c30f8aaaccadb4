import type { EntryState } from '@nightshelf/contracts/events/entries.ts';
import type { NotificationKind } from '@nightshelf/contracts/notifications.ts';
import type { Privacy } from '@nightshelf/contracts/users.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { HandledEvent } from '@nightshelf/platform/events/handler.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { isOwnGame, isSeen } from '../libraries/visibility.ts';
import type { SocialParts } from '../parts.ts';

export interface NotificationContent {
  readonly kind: NotificationKind;
  /** The acting user; null when there is none. */
  readonly actorId: string | null;
  readonly guid: string | null;
}

/** The same user gets the same notification at most once in this time. */
const repeatAfterDays = 30;

/** Notifies users, except those who turned this kind off or were deleted. */
export async function notify(
  { em, notifyClients }: Pick<Transaction, 'em' | 'notifyClients'>,
  matter: NotificationContent,
  userIds: readonly string[],
): Promise<void> {
  const { kind, actorId, guid } = matter;
  const notified = await em.execute<{ user_id: string }[]>(
    `insert into notifications as known (user_id, id, kind, actor_id, guid)
     select user_id, uuidv7(), ?, ?::uuid, ?
     from (select distinct jsonb_array_elements_text(?::jsonb)::uuid as user_id) recipient
     where not exists (
         select from notification_settings s where s.user_id = recipient.user_id and s.kind = ? and not s.is_on)
       and not exists (select from erased_users e where e.user_id = recipient.user_id)
     order by user_id
     on conflict (user_id, kind, actor_id, guid) do update
     set id = excluded.id, created_at = excluded.created_at, read_at = null
     where known.created_at < clock_timestamp() - make_interval(days => ?)
     returning user_id`,
    [kind, actorId, guid, JSON.stringify(userIds), kind, repeatAfterDays],
  );
  const users = notified.map(({ user_id }) => user_id);
  for (const user of users) notifyClients({ to: { user }, event: 'notifications', data: {} });
  if (users.length > 0) await push(em, kind, users);
}

/** A browser gets at most one push of a kind in this time. */
const pushIntervalMinutes = 5;

/** Queues pushes, sent after the commit. A pending push of the same kind already covers this one. */
async function push(em: EntityManager, kind: NotificationKind, userIds: readonly string[]): Promise<void> {
  await em.execute(
    `insert into push_deliveries as known (subscription_id, kind, due_at)
     select s.id, ?, clock_timestamp() from push_subscriptions s
     where s.user_id in (select jsonb_array_elements_text(?::jsonb)::uuid)
       and not exists (
         select from notification_settings c where c.user_id = s.user_id and c.kind = ? and not c.push)
       and not exists (
         select from push_deliveries d where d.subscription_id = s.id and d.kind = ? and d.due_at is not null)
     order by s.id for key share of s
     on conflict (subscription_id, kind) do update
     set due_at = greatest(excluded.due_at, known.sent_at + make_interval(mins => ?)), attempts = 0
     where known.due_at is null`,
    [kind, JSON.stringify(userIds), kind, kind, pushIntervalMinutes],
  );
}

/**
 * Queues a notification to all affected users. A job sends it in its own transactions, so that no event or request
 * waits for it.
 */
export const fanOut = (em: EntityManager, { kind, actorId, guid }: NotificationContent) =>
  em.execute(
    `insert into notification_spreads (kind, actor_id, guid) values (?, ?, ?)
     on conflict (kind, actor_id, guid) do nothing`,
    [kind, actorId, guid],
  );

/** A notification for many users, and how far its fan-out has come. */
interface FanOut extends NotificationContent {
  readonly id: string;
  readonly guid: string;
  /** The last user checked. */
  readonly lastUser: string;
}

/** Maximum number of users per transaction. */
const batchSize = 1000;
const idleMs = 500;

export const fanOutNotifications = ({ work, notes, logger }: SocialParts) =>
  new Worker({ name: 'spread-notifications', idleMs, logger, step: () => advanceOne(work, notes) });

/** @returns whether there was anything to do */
const advanceOne = (work: Work, notes: PrivacyNotes): Promise<boolean> =>
  work.transaction(async (transaction) => {
    // Takes the one that waited longest, so that several advance in turns.
    const [next] = await transaction.em.execute<FanOut[]>(
      `select id, kind, actor_id as "actorId", guid, last_user as "lastUser"
       from notification_spreads order by advanced_at limit 1 for update skip locked`,
    );
    if (next) await advance(transaction, notes, next);
    return next !== undefined;
  });

async function advance(transaction: Transaction, notes: PrivacyNotes, fanOut: FanOut): Promise<void> {
  const { em } = transaction;
  const { kind, actorId, guid } = fanOut;
  // Checked before each batch, because it may change in between.
  const isVisible =
    kind !== 'friend_finished' || (actorId !== null && (await isVisibleToFollowers(em, notes, actorId, guid)));
  const reached = isVisible ? await reach(em, fanOut) : null;
  if (reached) await notify(transaction, fanOut, reached.concerned);
  if (reached?.count === batchSize) {
    await em.execute('update notification_spreads set last_user = ?, advanced_at = clock_timestamp() where id = ?', [
      reached.last,
      fanOut.id,
    ]);
  } else {
    await em.execute('delete from notification_spreads where id = ?', [fanOut.id]);
  }
}

interface Reached {
  /** Number of users checked. */
  readonly count: number;
  readonly last: string | null;
  /** Ids of the users to notify. */
  readonly concerned: readonly string[];
}

/**
 * Returns the next batch of candidates in the order of their ids: followers who play the game, or users who want it.
 */
async function reach(em: EntityManager, { kind, actorId, guid, lastUser }: FanOut): Promise<Reached> {
  const followers = `
    select f.follower_id as user_id, f.active and exists (
      select from entries e where e.guid = ? and e.user_id = f.follower_id and e.status = 'playing') as is_concerned
    from (select * from follows where followee_id = ? and follower_id > ? order by follower_id limit ?) f`;
  const owners = `
    select user_id, bool_or(status = 'want_to_play') as is_concerned
    from entries where guid = ? and user_id > ? group by user_id order by user_id limit ?`;
  const isOfFriend = kind === 'friend_finished';
  const [reached] = await em.execute<[Reached]>(
    `with page as materialized (${isOfFriend ? followers : owners})
     select count(*)::int as count, max(user_id::text collate "C") as last,
       coalesce(jsonb_agg(user_id) filter (where is_concerned), '[]') as concerned from page`,
    [guid, ...(isOfFriend ? [actorId] : []), lastUser, batchSize],
  );
  return reached;
}

/** In milliseconds. Older events are not announced. */
const maxAgeMs = 24 * 60 * 60 * 1000;

/**
 * Notifies followers who are playing a game that it was completed. Ignores republished and late events, and entries
 * that were completed when added.
 * @param before the previous status; null for a new entry
 */
export async function announceFinished(
  em: EntityManager,
  { status, user_id, guid }: Pick<EntryState, 'status' | 'user_id' | 'guid'>,
  before: EntryState['status'] | null,
  { time, republished }: Pick<HandledEvent<never>, 'time' | 'republished'>,
): Promise<void> {
  const isFinished = status === 'completed' && before !== null && before !== 'completed';
  if (!isFinished || isOwnGame(guid) || republished || Date.now() - time.getTime() > maxAgeMs) return;
  await fanOut(em, { kind: 'friend_finished', actorId: user_id, guid });
}

/** Returns whether all followers of a user may currently see this completed game. */
async function isVisibleToFollowers(em: EntityManager, notes: PrivacyNotes, userId: string, guid: string) {
  const [seen] = await em.execute<{ privacy: Privacy; is_shared: boolean }[]>(
    `select u.privacy, e.is_shared from users u join entries e on e.user_id = u.id
     where u.id = ? and u.is_active and e.guid = ? and e.status = 'completed' order by e.is_shared desc limit 1`,
    [userId, guid],
  );
  return seen !== undefined && isSeen(em, notes, { userId, privacy: seen.privacy, isOrWasShared: seen.is_shared });
}
