import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Game, GameSummary } from '@nightshelf/contracts/games.ts';
import type { Facts } from '../catalogue/facts.ts';

/** What is stored of a game, without its description and the columns for search. */
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

/** A game that the catalog has stored. Written by storeGames only. */
export class StoredGame extends StoredGameSchema.class {
  /** Everything known of it. */
  whole(): Game {
    return { ...this.data, id: this.id, description: this.description ?? null };
  }

  /** What other services learn of it. */
  summary(): GameSummary {
    return { ...this.data, id: this.id };
  }
}
StoredGameSchema.setClass(StoredGame);
