import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';

/**
 * Call it in every transaction that changes what the user's library shows.
 * @throws CodedError 401 for a deleted user
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
