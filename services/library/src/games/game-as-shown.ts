import type { GameSummary } from '@nightshelf/contracts';
import type { EntityManager } from '@nightshelf/platform';
import { describedGame } from './described-game.ts';
import { confirmedGame } from './game-copy.ts';

/** What is shown of a game of which nothing is known, until the catalog's word is here (again). */
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

/** The game as this user sees it: the catalog's word, else that of their own client, else an unknown game. */
export async function gameAsShownTo(em: EntityManager, userId: string, guid: string): Promise<GameSummary> {
  return (await confirmedGame(em, guid)) ?? (await describedGame(em, userId, guid)) ?? unknownGame(guid);
}
