import type { NotificationKind } from '@nightshelf/contracts/notifications.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';

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
  { em, tell }: Pick<Transaction, 'em' | 'tell'>,
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
  for (const user of users) tell({ to: { user }, event: 'notifications', data: {} });
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
