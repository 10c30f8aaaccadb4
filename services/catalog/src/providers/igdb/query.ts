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

/** @param names exact names, and the slugs of names @param slugs see `slugOf`; at most 250 of each, so that the answer has room */
export const namedQuery = (names: readonly string[], slugs: readonly string[]) =>
  `fields ${fields}; where slug = (${list(slugs)}) | name = (${list(names)}); limit 500;`;

/** @param ids IGDB's own numbers, at most 500 */
export const gamesQuery = (ids: readonly number[]) => `fields ${fields}; where id = (${ids.join(',')}); limit 500;`;

/** Most queries of one request. */
export const multiqueryMost = 10;

/** Searches of several texts in one request. @param texts at most ten */
export const searchesQuery = (texts: readonly string[]) =>
  texts.map((text, at) => `query games "${at}" { ${searchQuery(text, 5)} };`).join('\n');

const list = (texts: readonly string[]) => texts.map(quoted).join(',');

/** The part of a name's address at IGDB: `portal-2`. Of games that share a name the later ones have a number behind it. */
export const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’™®©]/g, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** Stores by the numbers that IGDB gives them, as ids of games are written here. */
export const stores = { steam: 1, gog: 5 } as const;

/** @param uids of games in the store, at most 500 */
export const storeQuery = (store: number, uids: readonly string[]) =>
  `fields uid,game; where external_game_source = ${store} & uid = (${list(uids)}); limit 500;`;

/** What IGDB calls Steam among the sources of its `external_games`. */
const steam = 1;

/** @param appIds Steam's numbers, at most 500 */
export const steamQuery = (appIds: readonly number[]) =>
  `fields uid,game; where external_game_source = ${steam} & uid = (${appIds.map((id) => `"${id}"`).join(',')}); limit 500;`;

/** @param ids IGDB's own numbers, at most 500 */
export const timesQuery = (ids: readonly number[]) =>
  `fields game_id,hastily,normally,completely,count; where game_id = (${ids.join(',')}); limit ${ids.length};`;
