import type { GameSummary } from '@nightshelf/contracts/games.ts';
import { type ReadyGame, readyGame } from '@nightshelf/contracts/ready-game.ts';
import type { EntityManager } from '../database/database.ts';
import { defineProjection, type Projection } from '../events/projections/projection.ts';

interface Row {
  readonly summary: string;
  readonly image_url: string | null;
  readonly platform_names: ReadyGame['platformNames'];
}

/**
 * Stores a game in the table `games` as the catalog has confirmed it.
 * @returns whether the row changed
 */
export async function storeGameCopy(em: EntityManager, game: GameSummary): Promise<boolean> {
  const { json, imageUrl, platformNames } = readyGame(game);
  const changed = await em.execute<unknown[]>(
    `insert into games (guid, summary, image_url, platform_names) values (?, ?, ?, ?::jsonb)
     on conflict (guid) do update
     set summary = excluded.summary, image_url = excluded.image_url, platform_names = excluded.platform_names
     where (games.summary, games.image_url, games.platform_names)
       is distinct from (excluded.summary, excluded.image_url, excluded.platform_names)
     returning guid`,
    [game.guid, json, imageUrl, JSON.stringify(platformNames)],
  );
  return changed.length > 0;
}

/** @param remove removes a game that the catalog does not have, and notifies users who see it */
export const gameCopiesProjection = (remove: Projection['remove']): Projection =>
  defineProjection<GameSummary, Row, ReadyGame>({
    topic: 'catalog.games',
    table: 'games',
    key: ['guid'],
    keyType: 'text',
    columns: 'kept.summary, kept.image_url, kept.platform_names',
    kept: ({ summary, image_url, platform_names }) => ({
      json: summary,
      imageUrl: image_url,
      platformNames: platform_names,
    }),
    keep: readyGame,
    remove,
  });
