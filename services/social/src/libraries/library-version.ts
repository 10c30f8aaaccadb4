import type { EntityManager } from '@nightshelf/platform';

/** Version of what a user's library shows to anybody; '0' before the first change. */
export async function libraryVersion(em: EntityManager, userId: string): Promise<string> {
  const [row] = await em.execute<{ version: string }[]>('select version from library_versions where user_id = ?', [
    userId,
  ]);
  return String(row?.version ?? 0);
}

/** Call it in every transaction that changes an entry of the user. */
export async function renewLibrary(em: EntityManager, userId: string): Promise<void> {
  await em.execute(
    `insert into library_versions (user_id, version) values (?, nextval('library_changes'))
     on conflict (user_id) do update set version = nextval('library_changes')`,
    [userId],
  );
}

/**
 * Locks a game against its entries until the transaction ends. A game and an entry of it that arrive at once would not
 * see each other: the game's commit would make the entry visible without giving its library a new version.
 */
export async function holdGame(em: EntityManager, guid: string, who: 'entry' | 'game'): Promise<void> {
  const lock = who === 'game' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  await em.execute(`select ${lock}(hashtext('games'), hashtext(?))`, [guid]);
}
