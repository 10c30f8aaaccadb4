import {
  type CallRequest,
  type NotificationKind,
  type NotificationSettings,
  type notificationCalls,
  notificationKinds,
} from '@nightshelf/contracts';
import { type Change, type EntityManager, isErased, unauthenticated } from '@nightshelf/platform';

/** Whoever has not chosen has notifications of every kind. */
export async function findSettings(em: EntityManager, userId: string): Promise<NotificationSettings> {
  const chosen = await em.execute<{ kind: NotificationKind; is_on: boolean; push: boolean }[]>(
    'select kind, is_on, push from notification_settings where user_id = ?',
    [userId],
  );
  const byKind = new Map(chosen.map((choice) => [choice.kind, choice]));
  const settings = notificationKinds.map((kind) => {
    const { is_on: on = true, push = true } = byKind.get(kind) ?? {};
    return [kind, { on, push }];
  });
  return Object.fromEntries(settings) as NotificationSettings;
}

/** Changes the kinds that are given. @throws CodedError 401 when the user is no more */
export const changeSettings = (
  work: Change,
  userId: string,
  given: CallRequest<typeof notificationCalls.changeNotificationSettings>['body']['settings'],
): Promise<NotificationSettings> =>
  work.transaction(async ({ em }) => {
    if (await isErased(em, userId)) throw unauthenticated();
    for (const kind of notificationKinds) {
      const choice = given[kind];
      if (!choice) continue;
      await em.execute(
        `insert into notification_settings as kept (user_id, kind, is_on, push) values (?, ?, coalesce(?, true), coalesce(?, true))
         on conflict (user_id, kind) do update set is_on = coalesce(?, kept.is_on), push = coalesce(?, kept.push)`,
        [userId, kind, choice.on ?? null, choice.push ?? null, choice.on ?? null, choice.push ?? null],
      );
    }
    return findSettings(em, userId);
  });
