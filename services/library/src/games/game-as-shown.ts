import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { PlayedGame } from '@nightshelf/contracts/playthroughs.ts';
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

/** Returns the guids that neither the catalog nor the user's client has described. */
export async function undescribedAmong(em: EntityManager, userId: string, guids: readonly string[]): Promise<string[]> {
  const rows = await em.execute<{ guid: string }[]>(
    `select guid from jsonb_array_elements_text(?::jsonb) as w (guid)
     where not exists (select from games g where g.guid = w.guid)
       and not exists (select from described_games d where d.guid = w.guid and d.user_id = ?)`,
    [JSON.stringify(guids), userId],
  );
  return rows.map(({ guid }) => guid);
}

/** Placeholder for a game of which only the guid is stored. */
export function unknownPlayedGame(guid: string): PlayedGame {
  const { name, image_url } = unknownGame(guid);
  return { guid, name, image_url };
}

const name = `coalesce(coalesce(g.summary, d.summary)::json ->> 'name', 'Unknown game')`;
const imageUrl = 'case when g.guid is null then d.image_url else g.image_url end';

/** SQL: the release year of a game. @param summary as JSON */
export const gameYear = (summary: string) =>
  `left(coalesce(${summary} ->> 'original_release_date', ${summary} ->> 'partial_release_date'), 4)::int`;

/** Requires `playedGameTables`. */
export const playedGameColumns = `e.guid, ${name} as name, ${imageUrl} as image_url`;

/** The same columns as one JSON value. */
export const playedGameJson = `jsonb_build_object('guid', e.guid, 'name', ${name}, 'image_url', ${imageUrl})`;

/** @param of a table with an `entry_id` */
export const playedGameTables = (of: string) => `
  entries e on e.id = ${of}.entry_id
  left join games g on g.guid = e.guid
  left join described_games d on d.guid = e.guid and d.user_id = e.user_id`;
