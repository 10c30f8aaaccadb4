import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/** Between two looks at what a user may be told by mail. Hours, since a day is not 24 of them where the clock is changed. */
export const lookEveryHours = 7 * 24;

export async function wantsWeeklyMail(em: EntityManager, userId: string): Promise<boolean> {
  const found = await em.execute<object[]>('select 1 from digests where user_id = ?', [userId]);
  return found.length > 0;
}

/** The first comes after a week: who turns it off and on again gets no more mails by that. */
export async function chooseWeeklyMail(em: EntityManager, userId: string, isOn: boolean): Promise<void> {
  await (isOn
    ? em.execute(
        `insert into digests (user_id, due_at) values (?, clock_timestamp() + make_interval(hours => ?))
         on conflict (user_id) do nothing`,
        [userId, lookEveryHours],
      )
    : em.execute('delete from digests where user_id = ?', [userId]));
}
