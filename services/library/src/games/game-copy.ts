import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { on } from '@nightshelf/platform/events/handler.ts';
import { gameCopiesProjection, storeGameCopy } from '@nightshelf/platform/game-copies/game-copies.ts';
import { supersededDescriptions } from './described-game.ts';

/**
 * Delays the catalog's events about games until the transaction ends; otherwise their handler could miss an entry that
 * is added concurrently, which would keep the client's description permanently. Locks in order, to prevent deadlocks.
 */
export const keepGamesFromChanging = (em: EntityManager, guids: readonly string[]) =>
  em.execute(
    `select pg_advisory_xact_lock_shared(key) from (
       select distinct hashtextextended(guid, 0) as key from jsonb_array_elements_text(?::jsonb) as w (guid) order by 1) keys`,
    [JSON.stringify(guids)],
  );

export async function confirmedGame(em: EntityManager, guid: string): Promise<GameSummary | null> {
  const [row] = await em.execute<{ summary: string }[]>('select summary from games where guid = ?', [guid]);
  return row ? JSON.parse(row.summary) : null;
}

/** Replaces the clients' descriptions of a game with the catalog's, in every library. */
export const onGameUpserted = on(gameUpserted, async ({ em, notifyClients, data: game }) => {
  // Waits for concurrent adds of the same game.
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [game.guid]);
  if (!(await storeGameCopy(em, game))) return;
  await supersededDescriptions.spread(em, game.guid);
  notifyClients({ to: { game: game.guid }, event: 'game', data: { guid: game.guid } });
});

export const gamesProjection = gameCopiesProjection(async (em, guid) => {
  await em.execute('delete from games where guid = ?', [guid]);
});
