import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Game, GameSummary } from '@nightshelf/contracts/games.ts';
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
