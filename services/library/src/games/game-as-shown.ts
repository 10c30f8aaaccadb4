import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { PlayedGame } from '@nightshelf/contracts/playthroughs.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { describedGame } from './described-game.ts';
import { confirmedGame } from './game-copy.ts';

const unknownName = 'Unknown game';

/** Placeholder for an unconfirmed game without a description. */
export const unknownGame = (guid: string): GameSummary => ({
  guid,
  id: null,
  name: unknownName,
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

/**
 * SQL: joins what the catalog and the user have stored about a game.
 * @param guid of the game
 */
export const gameTables = (guid: string, userId: string) => `
  left join games g on g.guid = ${guid}
  left join described_games d on d.guid = ${guid} and d.user_id = ${userId}`;

/** SQL on `gameTables`; null for a game that neither has described. */
export const gameJson = 'coalesce(g.summary, d.summary)::json';
export const gameImage = 'case when g.guid is null then d.image_url else g.image_url end';

/** SQL on `gameTables`: the platform's name in the game's own data; null when the game does not list it. */
export const gamePlatform = (platformId: string) =>
  `(case when g.guid is null then d.platform_names else g.platform_names end) ->> ${platformId}`;

/** SQL: the name of a game. @param summary as JSON */
export const gameName = (summary: string) => `coalesce(${summary} ->> 'name', '${unknownName}')`;

/** SQL: the release year of a game. @param summary as JSON */
export const gameYear = (summary: string) =>
  `left(coalesce(${summary} ->> 'original_release_date', ${summary} ->> 'partial_release_date'), 4)::int`;

/** Requires `playedGameTables`. */
export const playedGameColumns = `e.guid, ${gameName(gameJson)} as name, ${gameImage} as image_url`;

/** `playedGameColumns` as one JSON value. */
export const playedGameJson = `jsonb_build_object('guid', e.guid, 'name', ${gameName(gameJson)}, 'image_url', ${gameImage})`;

/** @param of a table with an `entry_id` */
export const playedGameTables = (of: string) => `
  entries e on e.id = ${of}.entry_id ${gameTables('e.guid', 'e.user_id')}`;
