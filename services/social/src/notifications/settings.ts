import type { CallAnswer, CallRequest } from '@nightshelf/contracts/call.ts';
import type * as notificationCalls from '@nightshelf/contracts/calls/notifications.ts';
import {
  type NotificationKind,
  type NotificationSettings,
  notificationKinds,
} from '@nightshelf/contracts/notifications.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { isErased } from '@nightshelf/platform/erasure/erase-users.ts';
import { unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { digestIntervalHours } from './weekly-mail.ts';

export type Settings = Pick<
  CallAnswer<typeof notificationCalls.changeNotificationSettings>,
  'settings' | 'weekly_mail'
>;

/** Returns the settings; by default all kinds are on and the mail is off. */
export async function findSettings(em: EntityManager, userId: string): Promise<Settings> {
  const chosen = await em.execute<{ kind: NotificationKind; is_on: boolean; push: boolean }[]>(
    'select kind, is_on, push from notification_settings where user_id = ?',
    [userId],
  );
  const byKind = new Map(chosen.map((choice) => [choice.kind, choice]));
  const settings = notificationKinds.map((kind) => {
    const { is_on: on = true, push = true } = byKind.get(kind) ?? {};
    return [kind, { on, push }];
  });
  const mails = await em.execute<object[]>('select from digests where user_id = ?', [userId]);
  return { settings: Object.fromEntries(settings) as NotificationSettings, weekly_mail: mails.length > 0 };
}

/** Changes the given settings. @throws CodedError 401 when the user was deleted */
export const changeSettings = (
  work: Change,
  userId: string,
  { settings: given, weekly_mail }: CallRequest<typeof notificationCalls.changeNotificationSettings>['body'],
): Promise<Settings> =>
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
    if (weekly_mail === false) await em.execute('delete from digests where user_id = ?', [userId]);
    // The first mail comes after a week, so that turning it off and on again sends no extra one.
    if (weekly_mail === true)
      await em.execute(
        `insert into digests (user_id, due_at) values (?, clock_timestamp() + make_interval(hours => ?))
         on conflict (user_id) do nothing`,
        [userId, digestIntervalHours],
      );
    return findSettings(em, userId);
  });
