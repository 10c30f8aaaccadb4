import type { EntityManager } from '../database/database.ts';

/**
 * Records permanently that a user was deleted.
 * @param version of the deletion event
 */
export async function recordErased(em: EntityManager, userId: string, version: number): Promise<void> {
  await em.execute(
    `insert into erased_users (user_id, version) values (?, ?)
     on conflict (user_id) do update set turns = 0, due_at = clock_timestamp()`,
    [userId, version],
  );
}

/** @returns whether any of these users was deleted */
export async function isErased(em: EntityManager, ...userIds: readonly string[]): Promise<boolean> {
  const [found] = await em.execute<{ erased: boolean }[]>(
    `select exists (
       select from erased_users where user_id in (select jsonb_array_elements_text(?::jsonb)::uuid)) as erased`,
    [JSON.stringify(userIds)],
  );
  return found?.erased === true;
}

export interface Turn {
  readonly user_id: string;
}

/** Returns a user whose turn is due, locked until the transaction ends. */
export async function dueTurn(em: EntityManager): Promise<Turn | undefined> {
  const [turn] = await em.execute<Turn[]>(
    // In random order, so that a user whose turn fails does not block the others.
    `select user_id from erased_users where due_at <= clock_timestamp() order by random() limit 1
     for update skip locked`,
  );
  return turn;
}

/** Longer than any event or dead letter is kept. */
const watchedDays = 40;
/** Longest interval between two turns: 2^14 seconds, about 4.5 hours. */
const longestPause = 14;

/**
 * Schedules the next turn: immediately while there is more, then at growing intervals until nothing can arrive any
 * more.
 */
export async function endTurn(em: EntityManager, { user_id }: Turn, more: boolean): Promise<void> {
  await em.execute(
    `update erased_users set turns = case when ? then 0 else turns + 1 end, due_at = case
       when ? then clock_timestamp()
       when erased_at < clock_timestamp() - make_interval(days => ?) then null
       else clock_timestamp() + make_interval(secs => 2 ^ least(turns, ?)) end
     where user_id = ?`,
    [more, more, watchedDays, longestPause, user_id],
  );
}
