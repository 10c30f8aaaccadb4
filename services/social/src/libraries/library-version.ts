import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';

/** Returns a statement that gives libraries a new version. @param users query of their ids as `user_id` */
export const renewing = (users: string) =>
  `insert into library_versions (user_id, version) select user_id, nextval('library_changes') from (${users}) as changed
   on conflict (user_id) do update set version = nextval('library_changes')`;

/** Call it in every transaction that changes an entry of the user. */
export async function renewLibrary(em: EntityManager, userId: string): Promise<void> {
  await em.execute(renewing('select ?::uuid as user_id'), [userId]);
}

/**
 * Locks a game against its entries until the transaction ends. Otherwise an entry written concurrently could become
 * visible without a new library version.
 */
export async function lockGame(em: EntityManager, guid: string): Promise<void> {
  await em.execute(`select pg_advisory_xact_lock(${lockOfGame})`, [guid]);
}

/** Locks an entry's game against changes. @returns false when the user was deleted, so nothing must be written */
export async function lockForEntry(em: EntityManager, entry: { guid: string; user_id: string }): Promise<boolean> {
  const [held] = await em.execute<{ erased: boolean }[]>(
    `select pg_advisory_xact_lock_shared(${lockOfGame}),
       exists (select from erased_users where user_id = ?) as erased`,
    [entry.guid, entry.user_id],
  );
  return held?.erased === false;
}

/** Its parameter is the game's guid. */
const lockOfGame = `hashtext('games'), hashtext(?)`;

/** Notifies viewers of the user's page that it has changed. */
export const notifyPage = ({ notifyClients }: Pick<Transaction, 'notifyClients'>, userId: string) =>
  notifyClients({ to: { page: userId }, event: 'page', data: { user_id: userId } });
