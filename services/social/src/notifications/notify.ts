import type { NotificationKind } from '@nightshelf/contracts';
import type { EntityManager } from '@nightshelf/platform';

/** What a notification is about. */
export interface Matter {
  readonly kind: NotificationKind;
  /** The user who did it; null where nobody did. */
  readonly actorId: string | null;
  readonly guid: string | null;
}

/** The same is told to the same user once in so many days, however often it happens. */
const onceInDays = 30;

/** Tells users of something, but for those who do not want to know of its kind, or are no more. */
export async function notify(em: EntityManager, matter: Matter, userIds: readonly string[]): Promise<void> {
  const { kind, actorId, guid } = matter;
  await em.execute(
    `insert into notifications as known (user_id, id, kind, actor_id, guid)
     select user_id, uuidv7(), ?, ?::uuid, ?
     from (select distinct jsonb_array_elements_text(?::jsonb)::uuid as user_id) told
     where not exists (
         select from notification_settings s where s.user_id = told.user_id and s.kind = ? and not s.is_on)
       and not exists (select from erased_users e where e.user_id = told.user_id)
     order by user_id
     on conflict (user_id, kind, actor_id, guid) do update
     set id = excluded.id, created_at = excluded.created_at, read_at = null
     where known.created_at < clock_timestamp() - make_interval(days => ?)`,
    [kind, actorId, guid, JSON.stringify(userIds), kind, onceInDays],
  );
}
