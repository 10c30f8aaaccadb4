import type { EntityManager } from '../database/database.ts';

/**
 * Records that a user was deleted, for ever.
 * @param version of the event that says so
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

/** A user of whom there may be something left, held until the transaction ends. */
export async function dueTurn(em: EntityManager): Promise<Turn | undefined> {
  const [turn] = await em.execute<Turn[]>(
    // Any of them: one whose turn fails keeps nobody else waiting.
    `select user_id from erased_users where due_at <= clock_timestamp() order by random() limit 1
     for update skip locked`,
  );
  return turn;
}

/** Longer than any event or dead letter is kept anywhere. */
const watchedDays = 40;
/** 2^14 seconds, about four and a half hours: the longest between two turns. */
const longestPause = 14;

/** When the next turn is: at once while there is more, else later each time, until nothing can come any more. */
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
