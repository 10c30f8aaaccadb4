import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { describedGame } from './described-game.ts';
import { confirmedGame } from './game-copy.ts';

/** Stands for a game of which nothing is known, until the catalog's event about it arrives. */
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

/** The game as the catalog confirmed it, else as this user's client described it, else an unknown game. */
export async function gameAsShownTo(em: EntityManager, userId: string, guid: string): Promise<GameSummary> {
  return (await confirmedGame(em, guid)) ?? (await describedGame(em, userId, guid)) ?? unknownGame(guid);
}
