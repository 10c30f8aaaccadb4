import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/** In hours, because a day does not always have 24. */
export const lookEveryHours = 7 * 24;

export async function wantsWeeklyMail(em: EntityManager, userId: string): Promise<boolean> {
  const found = await em.execute<object[]>('select 1 from digests where user_id = ?', [userId]);
  return found.length > 0;
}

/** The first mail comes after a week, so that turning it off and on again sends no extra one. */
export async function chooseWeeklyMail(em: EntityManager, userId: string, isOn: boolean): Promise<void> {
  await (isOn
    ? em.execute(
        `insert into digests (user_id, due_at) values (?, clock_timestamp() + make_interval(hours => ?))
         on conflict (user_id) do nothing`,
        [userId, lookEveryHours],
      )
    : em.execute('delete from digests where user_id = ?', [userId]));
}
