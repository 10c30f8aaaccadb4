import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { storeGameCopy } from '@nightshelf/platform/game-copies/game-copy.ts';

/**
 * Keeps the catalog's event about a game waiting until the transaction ends. The reaction to it would otherwise miss an
 * entry that is added at the same time, which then shows what the client said of the game for ever.
 */
export async function keepGameFromChanging(em: EntityManager, guid: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock_shared(hashtextextended(?, 0))', [guid]);
}

/** The game as the catalog has confirmed it, or null. */
export async function confirmedGame(em: EntityManager, guid: string): Promise<GameSummary | null> {
  const [row] = await em.execute<{ summary: string }[]>('select summary from games where guid = ?', [guid]);
  return row ? JSON.parse(row.summary) : null;
}

/**
 * Stores what the catalog has confirmed, once every add of the same game that is under way has ended.
 * @returns whether it differs from what was there
 */
export async function storeConfirmedGame(em: EntityManager, game: GameSummary): Promise<boolean> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [game.guid]);
  return storeGameCopy(em, game);
}
