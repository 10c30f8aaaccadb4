import { defineEntity, p } from '@mikro-orm/postgresql';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import type { Game, GameSummary } from '@nightshelf/contracts/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { type OwnedTopic, ownedEntities } from '@nightshelf/platform/events/projections/owned.ts';
import type { Facts } from '../catalogue/facts.ts';

/** A stored game without its description and search columns. */
export type GameData = Omit<Game, 'id' | 'description'>;

const StoredGameSchema = defineEntity({
  name: 'StoredGame',
  tableName: 'games',
  properties: {
    id: p.bigint('number').primary(),
    guid: p.text().unique(),
    data: p.json<GameData>(),
    description: p.text().nullable(),
    version: p.integer(),
    source: p.text(),
    published: p.boolean(),
    prominence: p.float(),
    otherIds: p.array().fieldName('other_ids'),
    facts: p.json<Facts>().nullable(),
  },
});

/** A stored game. Only storeGames writes it. */
export class StoredGame extends StoredGameSchema.class {
  /** Returns the game with its description. */
  whole(): Game {
    return { ...this.data, id: this.id, description: this.description ?? null };
  }

  /** Returns the data that other services receive. */
  summary(): GameSummary {
    return { ...this.data, id: this.id };
  }
}
StoredGameSchema.setClass(StoredGame);

export const ownedGames: OwnedTopic = {
  topic: 'catalog.games',
  parts: [
    ownedEntities(
      StoredGame,
      'guid',
      (game) => ({ event: gameUpserted, data: game.summary(), version: game.version }),
      { published: true },
    ),
  ],
};

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
