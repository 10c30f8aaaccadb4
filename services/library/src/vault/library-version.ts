import type { EntityManager } from '@mikro-orm/postgresql';

/** Number of the changes to what a user's vault shows; '0' before the first. */
export async function libraryVersion(em: EntityManager, userId: string): Promise<string> {
  const [row] = await em.execute<{ version: string }[]>('select version from libraries where user_id = ?', [userId]);
  return String(row?.version ?? 0);
}

/** Belongs into every transaction that changes what the user's vault shows. */
export async function bumpLibrary(em: EntityManager, userId: string): Promise<void> {
  await em.execute(
    `insert into libraries as l (user_id, version) values (?, 1)
     on conflict (user_id) do update set version = l.version + 1`,
    [userId],
  );
}

/** The same for everybody who has a game. Locked in one order, so that two games at once cannot block each other. */
export async function bumpLibrariesWith(em: EntityManager, guid: string): Promise<void> {
  await em.execute(
    `with held as (
       select user_id from libraries where user_id in (select user_id from entries where guid = ?)
       order by user_id for update
     )
     update libraries set version = version + 1 from held where libraries.user_id = held.user_id`,
    [guid],
  );
}
