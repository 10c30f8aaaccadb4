import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/** Statement that gives the libraries of users a new version. @param users query of their ids, as `user_id` */
export const renewing = (users: string) =>
  `insert into library_versions (user_id, version) select user_id, nextval('library_changes') from (${users}) as changed
   on conflict (user_id) do update set version = nextval('library_changes')`;

/** Call it in every transaction that changes an entry of the user. */
export async function renewLibrary(em: EntityManager, userId: string): Promise<void> {
  await em.execute(renewing('select ?::uuid as user_id'), [userId]);
}

/**
 * Locks a game against its entries until the transaction ends. A game and an entry of it that arrive at once would not
 * see each other: the game's commit would make the entry visible without giving its library a new version.
 */
export async function holdGame(em: EntityManager, guid: string): Promise<void> {
  await em.execute(`select pg_advisory_xact_lock(${lockOfGame})`, [guid]);
}

/** The same from the other side, for an entry that is to be written. @returns false when its user was deleted, and nothing is to be written */
export async function holdForEntry(em: EntityManager, entry: { guid: string; user_id: string }): Promise<boolean> {
  const [held] = await em.execute<{ erased: boolean }[]>(
    `select pg_advisory_xact_lock_shared(${lockOfGame}),
       exists (select from erased_users where user_id = ?) as erased`,
    [entry.guid, entry.user_id],
  );
  return held?.erased === false;
}

/** Its parameter is the game's guid. */
const lockOfGame = `hashtext('games'), hashtext(?)`;
