import { type EntityManager, unauthenticated } from '@nightshelf/platform';

/** Number of the changes to what a user's library shows; '0' before the first. */
export async function libraryVersion(em: EntityManager, userId: string): Promise<string> {
  const [row] = await em.execute<{ version: string }[]>('select version from libraries where user_id = ?', [userId]);
  return String(row?.version ?? 0);
}

/**
 * Call it in every transaction that changes what the user's library shows.
 * @throws CodedError 401 for a user who was deleted
 */
export async function bumpLibrary(em: EntityManager, userId: string): Promise<void> {
  const bumped = await em.execute<object[]>(
    `insert into libraries as l (user_id, version)
     select ?, 1 where not exists (select from erased_users where user_id = ?)
     on conflict (user_id) do update set version = l.version + 1 returning 1`,
    [userId, userId],
  );
  if (bumped.length === 0) throw unauthenticated();
}
