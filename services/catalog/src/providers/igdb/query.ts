import { detailFields } from './to-details.ts';
import { fields } from './to-game.ts';

/** Text inside the quotes of IGDB's query language: nothing in it may end the text or the statement. */
const quoted = (text: string) =>
  `"${text
    .replace(/\p{Cc}+/gu, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')}"`;

export const searchQuery = (text: string, limit: number) => `search ${quoted(text)}; fields ${fields}; limit ${limit};`;

/** @param id IGDB's own number */
export const getQuery = (id: number) => `fields ${fields},${detailFields}; where id = ${id}; limit 1;`;

/** What IGDB calls Steam among the sources of its `external_games`. */
const steam = 1;

/** @param appIds Steam's numbers, at most 500 */
export const steamQuery = (appIds: readonly number[]) =>
  `fields uid,game; where external_game_source = ${steam} & uid = (${appIds.map((id) => `"${id}"`).join(',')}); limit 500;`;

/** @param ids IGDB's own numbers, at most 500 */
export const timesQuery = (ids: readonly number[]) =>
  `fields game_id,hastily,normally,completely,count; where game_id = (${ids.join(',')}); limit ${ids.length};`;
