import type { Favourite, Favourites } from '@nightshelf/contracts/favourites.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { playedGameColumns, playedGameTables } from '../games/played-game.ts';

interface Row extends Favourite {
  readonly version: number;
}

/**
 * Returns a user's favourite games in order. A removed game keeps its hidden place while its removal can be undone and
 * the user chooses no other game for it.
 */
export async function favouritesOf(em: EntityManager, userId: string): Promise<Favourites> {
  const rows = await em.execute<(Row | { readonly version: number; readonly entry_id: null })[]>(
    `select f.version, shown.* from favourites f left join lateral (
       select c.entry_id, ${playedGameColumns}, c.place
       from unnest(f.entry_ids) with ordinality c (entry_id, place) join ${playedGameTables('c')} and e.user_id = f.user_id
     ) shown on true
     where f.user_id = ? order by shown.place`,
    [userId],
  );
  const chosen = rows.filter((row): row is Row => row.entry_id !== null);
  return {
    version: rows[0]?.version ?? 0,
    games: chosen.map(({ entry_id, guid, name, image_url }) => ({ entry_id, guid, name, image_url })),
  };
}

/** A stored choice. */
export interface ChosenRow {
  readonly user_id: string;
  readonly entry_ids: readonly string[];
  readonly version: number;
}

export const chosenColumns = 'user_id, to_json(entry_ids) as entry_ids, version';
