import type { EntityManager } from '@nightshelf/platform';

/** Names a state of what a user's library shows, to everybody; '0' before the first change. */
export async function libraryVersion(em: EntityManager, userId: string): Promise<string> {
  const [row] = await em.execute<{ version: string }[]>('select version from library_versions where user_id = ?', [
    userId,
  ]);
  return String(row?.version ?? 0);
}

/** Belongs into every transaction that changes an entry of the user. */
export async function renewLibrary(em: EntityManager, userId: string): Promise<void> {
  await em.execute(
    `insert into library_versions (user_id, version) values (?, nextval('library_changes'))
     on conflict (user_id) do update set version = nextval('library_changes')`,
    [userId],
  );
}

/**
 * Held until the transaction ends. A game and an entry of it that arrive at once would not see each other: the entry
 * would become visible with the game's commit, and its library keep the version from before.
 */
export async function holdGame(em: EntityManager, guid: string, who: 'entry' | 'game'): Promise<void> {
  const lock = who === 'game' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  await em.execute(`select ${lock}(hashtext('games'), hashtext(?))`, [guid]);
}
