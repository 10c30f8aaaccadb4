import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { describedGame } from './described-game.ts';
import { confirmedGame } from './game-copy.ts';

/** Placeholder for an unconfirmed game without a description. */
export const unknownGame = (guid: string): GameSummary => ({
  guid,
  id: null,
  name: 'Unknown game',
  deck: null,
  original_release_date: null,
  image: null,
  image_url: null,
  platforms: [],
});

/** Returns the game as the catalog confirmed it, else as this user described it, else a placeholder. */
export async function gameAsShownTo(em: EntityManager, userId: string, guid: string): Promise<GameSummary> {
  return (await confirmedGame(em, guid)) ?? (await describedGame(em, userId, guid)) ?? unknownGame(guid);
}
