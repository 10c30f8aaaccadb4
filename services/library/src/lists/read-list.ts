import type { CallAnswer, CallRequest } from '@nightshelf/contracts/call.ts';
import type * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import type { ListedGame } from '@nightshelf/contracts/game-lists.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { coverColumns, listedTables, ownList } from './game-lists.ts';

type Page = CallRequest<typeof listCalls.readGameList>['query'];
type List = Omit<CallAnswer<typeof listCalls.readGameList>, 'success' | 'message'>;

/**
 * Returns a page of a list. Reads the version first, so that a page may be newer than its version but never older.
 * @throws CodedError 404 for a list that is not the user's, or when the previous page's last game is no longer in it
 */
export async function readList(em: EntityManager, userId: string, id: string, { limit, after }: Page): Promise<List> {
  const list = await ownList(em, userId, id);
  if (after !== undefined && !(await isListed(em, id, after))) throw notInList();
  const games = await em.execute<ListedGame[]>(
    `select ${coverColumns}, i.note from ${listedTables}
     where i.list_id = ? and (?::uuid is null or i.rank >
       (select rank from listed_games where list_id = i.list_id and entry_id = ?::uuid)) order by i.rank limit ?`,
    [id, after ?? null, after ?? null, limit + 1],
  );
  const shown = games.slice(0, limit);
  return { list, games: shown, next: games.length > limit ? (shown.at(-1)?.entry_id ?? null) : null };
}

/** Includes removed games that may return. */
async function isListed(em: EntityManager, id: string, entryId: string): Promise<boolean> {
  const found = await em.execute<object[]>('select 1 from listed_games where list_id = ? and entry_id = ?', [
    id,
    entryId,
  ]);
  return found.length > 0;
}

export const notInList = () => notFound('library.not_in_list', 'This game is no longer in the list.');

/** @returns null for a game that is not in the list */
export async function findGameOfList(em: EntityManager, id: string, entryId: string) {
  const [game] = await em.execute<(ListedGame & { note_version: number })[]>(
    `select ${coverColumns}, i.note, i.note_version from ${listedTables} where i.list_id = ? and i.entry_id = ?`,
    [id, entryId],
  );
  if (!game) return null;
  const { note_version, ...shown } = game;
  return { game: shown, noteVersion: note_version };
}

/** @throws CodedError 404 for a game that is not in the list */
export async function gameOfList(em: EntityManager, id: string, entryId: string) {
  const found = await findGameOfList(em, id, entryId);
  if (!found) throw notInList();
  return found;
}

export async function isInList(em: EntityManager, id: string, entryId: string): Promise<boolean> {
  const rows = await em.execute<object[]>(
    'select 1 from listed_games i join entries e on e.id = i.entry_id where i.list_id = ? and i.entry_id = ?',
    [id, entryId],
  );
  return rows.length > 0;
}

/** Returns the entry ids of a list, in order. */
export async function orderOf(em: EntityManager, id: string): Promise<string[]> {
  const rows = await em.execute<{ entry_id: string }[]>(
    'select i.entry_id from listed_games i join entries e on e.id = i.entry_id where i.list_id = ? order by i.rank',
    [id],
  );
  return rows.map(({ entry_id }) => entry_id);
}
