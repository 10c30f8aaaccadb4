import type { EntityManager } from '@nightshelf/platform';

/** Number of the changes to what a user's library shows; '0' before the first. */
export async function libraryVersion(em: EntityManager, userId: string): Promise<string> {
  const [row] = await em.execute<{ version: string }[]>('select version from libraries where user_id = ?', [userId]);
  return String(row?.version ?? 0);
}

/** Call it in every transaction that changes what the user's library shows. */
export async function bumpLibrary(em: EntityManager, userId: string): Promise<void> {
  await em.execute(
    `insert into libraries as l (user_id, version) values (?, 1)
     on conflict (user_id) do update set version = l.version + 1`,
    [userId],
  );
}
