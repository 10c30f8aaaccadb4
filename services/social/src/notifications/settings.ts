import { type NotificationKind, type NotificationSettings, notificationKinds } from '@nightshelf/contracts';
import { type Change, type EntityManager, isErased, unauthenticated } from '@nightshelf/platform';

/** Whoever has not chosen has notifications of every kind. */
export async function findSettings(em: EntityManager, userId: string): Promise<NotificationSettings> {
  const chosen = await em.execute<{ kind: NotificationKind; is_on: boolean }[]>(
    'select kind, is_on from notification_settings where user_id = ?',
    [userId],
  );
  const byKind = new Map(chosen.map((choice) => [choice.kind, choice]));
  const settings = notificationKinds.map((kind) => [kind, { on: byKind.get(kind)?.is_on ?? true }]);
  return Object.fromEntries(settings) as NotificationSettings;
}

/** Changes the kinds that are given. @throws CodedError 401 when the user is no more */
export const changeSettings = (
  work: Change,
  userId: string,
  given: { readonly [Kind in NotificationKind]?: NotificationSettings[Kind] | undefined },
): Promise<NotificationSettings> =>
  work.transaction(async ({ em }) => {
    if (await isErased(em, userId)) throw unauthenticated();
    for (const kind of notificationKinds) {
      const choice = given[kind];
      if (!choice) continue;
      await em.execute(
        `insert into notification_settings (user_id, kind, is_on) values (?, ?, ?)
         on conflict (user_id, kind) do update set is_on = excluded.is_on`,
        [userId, kind, choice.on],
      );
    }
    return findSettings(em, userId);
  });
