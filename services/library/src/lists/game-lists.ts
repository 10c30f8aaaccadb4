import { randomUUIDv7 } from 'node:crypto';
import type * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import type { GameList, ListedGame } from '@nightshelf/contracts/game-lists.ts';
import { coversOfList, listRules } from '@nightshelf/contracts/list-rules.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { isErased } from '@nightshelf/platform/erasure/erase-users.ts';
import { CodedError, conflict, notFound, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Keeping } from '@nightshelf/platform/idempotency/intended-work.ts';
import { playedGameColumns, playedGameJson, playedGameTables, unknownPlayedGame } from '../games/game-as-shown.ts';
import type { ReadOf, RequestOf } from '../serve.ts';
import { countOf, insertRow, isAny, pageOf } from '../sql.ts';

/**
 * SQL tables for the games of lists, `i`. Excludes removed games, which keep their hidden place and note while their
 * removal can be undone.
 */
const listedTables = `listed_games i join ${playedGameTables('i')}`;
const listedColumns = `i.entry_id, ${playedGameColumns}, i.note`;

/**
 * Counts all lists in one index pass, because counting list by list takes three times as long. The two materialized
 * parts keep PostgreSQL from joining every list with every entry.
 */
const lists = `
  with wanted as materialized (
    select id, user_id, name, description, version from game_lists where user_id = ? and (?::uuid is null or id = ?::uuid)
  ), own as materialized (
    select id from entries where user_id = ?
  ), counted as (
    select list_id as id, count(*)::int as games from listed_games
    where list_id in (select id from wanted) and entry_id in (select id from own) group by list_id
  )
  select l.id, l.name, l.description, l.version, coalesce(counted.games, 0) as game_count,
    (select coalesce(jsonb_agg(c.game order by c.rank), '[]') from (
       select jsonb_build_object('entry_id', i.entry_id) || ${playedGameJson} as game, i.rank from ${listedTables} where i.list_id = l.id order by i.rank limit ${coversOfList}
     ) c) as covers,
    (select exists (select from listed_games i join entries e on e.id = i.entry_id
       where i.list_id = l.id and i.entry_id = wanted_entry.entry_id)) as has_entry
  from wanted l left join counted on counted.id = l.id, (select ?::uuid as entry_id) wanted_entry
  order by l.id desc`;

interface Wanted {
  readonly id?: string | undefined;
  /** Each list returns whether it contains this entry. */
  readonly entryId?: string | undefined;
}

export async function listGameLists(em: EntityManager, userId: string, wanted: Wanted = {}): Promise<GameList[]> {
  const { id = null, entryId = null } = wanted;
  const found = await em.execute<GameList[]>(lists, [userId, id, id, userId, entryId]);
  return entryId === null ? found.map(({ has_entry: _, ...list }) => list) : found;
}

export async function ownList(em: EntityManager, userId: string, id: string): Promise<GameList> {
  const [list] = await listGameLists(em, userId, { id });
  if (!list) throw noSuchList();
  return list;
}

/** Serializes changes that count over all lists of a user. Call it before any other lock. */
export const holdLists = (em: EntityManager, userId: string) =>
  em.execute(`select pg_advisory_xact_lock(hashtextextended('lists:' || ?, 0))`, [userId]);

/**
 * Locks all lists of a user until the transaction ends. Call it after `holdLists` and the entry locks; it locks in the
 * same order as a removal from the vault, to prevent deadlocks.
 */
export const holdEachList = (em: EntityManager, userId: string) =>
  em.execute('select 1 from game_lists where user_id = ? order by id for update', [userId]);

interface HeldList {
  readonly id: string;
  readonly version: number;
  /** The version of the last change of name or description. */
  readonly words_version: number;
}

/**
 * Locks a list until the transaction ends, so that concurrent changes run one after the other.
 * @throws CodedError 404 for an unknown list or another user's
 */
export async function holdList(em: EntityManager, userId: string, id: string): Promise<HeldList> {
  const [list] = await em.execute<HeldList[]>(
    'select id, version, words_version from game_lists where user_id = ? and id = ? for update',
    [userId, id],
  );
  if (!list) throw noSuchList();
  return list;
}

/** Increments the version of a locked list and notifies the user's other tabs and devices. */
export async function renewList(
  { em, notifyClients }: Transaction,
  userId: string,
  { id, version }: HeldList,
): Promise<number> {
  await em.execute('update game_lists set version = version + 1 where id = ?', [id]);
  notifyOfList({ notifyClients }, userId, id, version + 1);
  return version + 1;
}

/** @param version null for a deleted list */
export const notifyOfList = (
  { notifyClients }: Pick<Transaction, 'notifyClients'>,
  userId: string,
  id: string,
  version: number | null,
) => notifyClients({ to: { user: userId }, event: 'lists', data: { list_id: id, version } });

const noSuchList = () => notFound('library.list_not_found', 'List not found.');

export const makeList = ({ userId, body, change }: RequestOf<typeof listCalls.makeGameList>): Promise<GameList> =>
  change.transaction(async ({ em, notifyClients }) => {
    // Serializes concurrent requests, so that each one counts the others.
    await holdLists(em, userId);
    if (await isErased(em, userId)) throw unauthenticated();
    if ((await countOf(em, 'game_lists where user_id = ?', [userId])) >= listRules.lists) {
      throw conflict('library.too_many_lists', `You have ${listRules.lists} lists. Delete one to create another.`);
    }
    const id = randomUUIDv7();
    await insertList({ em, notifyClients }, userId, { id, ...body });
    return ownList(em, userId, id);
  }, keptList(userId));

export async function insertList(
  { em, notifyClients }: Pick<Transaction, 'em' | 'notifyClients'>,
  userId: string,
  { id, name, description }: Pick<GameList, 'id' | 'name' | 'description'>,
): Promise<void> {
  const words = { name, description: description || null };
  await insertRow(em, 'game_lists', { id, user_id: userId, ...words, version: 1, words_version: 1 });
  notifyOfList({ notifyClients }, userId, id, 1);
}

/** Changes the name or description of a list; moves and notes since `if_version` are no conflict. */
export const changeList = ({ userId, params: { id }, body, change }: RequestOf<typeof listCalls.changeGameList>) =>
  change.transaction(async (transaction) => {
    const { em } = transaction;
    const held = await holdList(em, userId, id);
    const before = await ownList(em, userId, id);
    if (isOutdated(body.if_version, held.words_version, held)) {
      const message = 'This list was changed elsewhere.';
      throw new CodedError(409, 'library.list_changed', message, { body: { list: before } });
    }
    const { name = before.name, description = before.description } = body;
    if (name === before.name && (description || null) === before.description) return before;
    const version = await renewList(transaction, userId, held);
    await em.execute('update game_lists set name = ?, description = ?, words_version = ? where id = ?', [
      ...[name, description || null, version, id],
    ]);
    return ownList(em, userId, id);
  }, keptList(userId));

/**
 * Returns whether this part of the list is newer than the version that the client knows.
 * @param changedIn the version of the part's last change
 */
export const isOutdated = (known: number | undefined, changedIn: number, { version }: HeldList): boolean =>
  known !== undefined && (known < changedIn || known > version);

export const removeList = ({ userId, params: { id }, change }: RequestOf<typeof listCalls.removeGameList>) =>
  change.transaction(async ({ em, notifyClients }) => {
    await holdList(em, userId, id);
    await em.execute('delete from game_lists where id = ?', [id]);
    notifyOfList({ notifyClients }, userId, id, null);
    return null;
  });

/**
 * Stores an idempotent response without covers and description, which take up to 15 KB at 240 changes a minute. A
 * replayed response shows the current list, or the shortened one after its deletion.
 */
export const keptList = (userId: string): Keeping<GameList> => ({
  shorten: (list) => ({ ...list, description: null, covers: [] }),
  complete: async (em, kept) => (await listGameLists(em, userId, { id: kept.id }))[0] ?? kept,
});

/** Does the same for a game of a list. */
export const keptGame = (listId: string): Keeping<ListedGame> => ({
  shorten: ({ entry_id, guid }) => ({ entry_id, ...unknownPlayedGame(guid), note: null }),
  complete: async (em, kept) => (await findGameOfList(em, listId, kept.entry_id))?.game ?? kept,
});

/**
 * Returns a page of a list. Reads the version first, so that a page may be newer than its version but never older.
 * @throws CodedError 404 for a list that is not the user's, or when the previous page's last game is no longer in it
 */
export async function readList({ em, userId, params: { id }, query }: ReadOf<typeof listCalls.readGameList>) {
  const { limit, after } = query;
  const list = await ownList(em, userId, id);
  if (after !== undefined && !(await isListed(em, id, after))) throw notInList();
  const games = await em.execute<ListedGame[]>(
    `select ${listedColumns} from ${listedTables}
     where i.list_id = ? and (?::uuid is null or i.rank >
       (select rank from listed_games where list_id = i.list_id and entry_id = ?::uuid)) order by i.rank limit ?`,
    [id, after ?? null, after ?? null, limit + 1],
  );
  const { page, next } = pageOf(games, limit, ({ entry_id }) => entry_id);
  return { list, games: page, next };
}

/** Includes removed games that may return. */
const isListed = (em: EntityManager, id: string, entryId: string) =>
  isAny(em, 'listed_games where list_id = ? and entry_id = ?', [id, entryId]);

const notInList = () => notFound('library.not_in_list', 'This game is no longer in the list.');

export async function findGameOfList(em: EntityManager, id: string, entryId: string) {
  const [game] = await em.execute<(ListedGame & { note_version: number })[]>(
    `select ${listedColumns}, i.note_version from ${listedTables} where i.list_id = ? and i.entry_id = ?`,
    [id, entryId],
  );
  if (!game) return null;
  const { note_version: noteVersion, ...shown } = game;
  return { game: shown, noteVersion };
}

export async function gameOfList(em: EntityManager, id: string, entryId: string) {
  const found = await findGameOfList(em, id, entryId);
  if (!found) throw notInList();
  return found;
}

/** Increments the versions of all lists with entries that leave or return to the vault. @param entryIds as a JSON array */
export async function renewListsOf(
  { em, notifyClients }: Transaction,
  userId: string,
  entryIds: string,
): Promise<void> {
  // Locks in id order, to prevent deadlocks between two removals.
  const renewed = await em.execute<{ id: string; version: number }[]>(
    `with held as materialized (
       select id from game_lists where user_id = ? and id in (
         select list_id from listed_games where entry_id in (select jsonb_array_elements_text(?::jsonb)::uuid))
       order by id for update
     )
     update game_lists l set version = version + 1 from held where l.id = held.id returning l.id, l.version`,
    [userId, entryIds],
  );
  for (const { id, version } of renewed) notifyOfList({ notifyClients }, userId, id, version);
}
