import type { Game } from '@nightshelf/contracts/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { GameData } from './stored-game.ts';

/**
 * Returns the stored games of some guids, in their order, without descriptions, which may be long and which lists do
 * not show.
 */
export async function listGames(em: EntityManager, guids: readonly string[]): Promise<Game[]> {
  if (guids.length === 0) return [];
  const rows = await em.execute<{ id: string; guid: string; data: GameData }[]>(
    'select id, guid, data from games where guid in (?)',
    [[...guids]],
  );
  const games = new Map(rows.map(({ id, guid, data }) => [guid, { ...data, id: Number(id), description: null }]));
  return guids.flatMap((guid) => games.get(guid) ?? []);
}
