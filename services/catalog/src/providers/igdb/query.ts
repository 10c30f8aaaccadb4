import { detailFields } from './to-details.ts';
import { fields } from './to-game.ts';

/** Quotes text for IGDB's query language, so that it cannot end the string or the statement. */
const quoted = (text: string) =>
  `"${text
    .replace(/\p{Cc}+/gu, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')}"`;

export const searchQuery = (text: string, limit: number) => `search ${quoted(text)}; fields ${fields}; limit ${limit};`;

/** @param id IGDB's own id */
export const getQuery = (id: number) => `fields ${fields},${detailFields}; where id = ${id}; limit 1;`;

/**
 * @param names exact names, and the slugs of names
 * @param slugs see `slugOf`; at most 250 of each, so that the results fit into one response
 */
export const namedQuery = (names: readonly string[], slugs: readonly string[]) =>
  `fields ${fields}; where slug = (${list(slugs)}) | name = (${list(names)}); limit 500;`;

/** @param ids IGDB's own ids, at most 500 */
export const gamesQuery = (ids: readonly number[]) => `fields ${fields}; where id = (${ids.join(',')}); limit 500;`;

/** Most queries per request. */
export const multiqueryMost = 10;

/** Searches for several texts in one request. @param texts at most ten */
export const searchesQuery = (texts: readonly string[]) =>
  texts.map((text, at) => `query games "${at}" { ${searchQuery(text, 5)} };`).join('\n');

const list = (texts: readonly string[]) => texts.map(quoted).join(',');

/** Returns IGDB's slug of a name: `portal-2`. Games that share a name get a number after it. */
export const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’™®©]/g, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** IGDB's ids of stores, by the prefix of our ids. */
export const stores = { steam: 1, gog: 5 } as const;

/** @param uids ids of games in the store, at most 500 */
export const storeQuery = (store: number, uids: readonly string[]) =>
  `fields uid,game; where external_game_source = ${store} & uid = (${list(uids)}); limit 500;`;

/** IGDB's source id of Steam in `external_games`. */
const steam = 1;

/** @param appIds Steam's app ids, at most 500 */
export const steamQuery = (appIds: readonly number[]) =>
  `fields uid,game; where external_game_source = ${steam} & uid = (${appIds.map((id) => `"${id}"`).join(',')}); limit 500;`;

/** @param ids IGDB's own ids, at most 500 */
export const timesQuery = (ids: readonly number[]) =>
  `fields game_id,hastily,normally,completely,count; where game_id = (${ids.join(',')}); limit ${ids.length};`;
