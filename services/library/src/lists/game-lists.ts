import type { GameList } from '@nightshelf/contracts/game-lists.ts';
import { coversOfList } from '@nightshelf/contracts/list-rules.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { unknownGame } from '../games/game-as-shown.ts';

/**
 * What is shown of the games of lists, `i`. A game that was removed from the vault is in no list from then on: it waits, unseen,
 * at its place until its removal cannot be undone any more, and the undo brings it back there with its note.
 */
export const listedTables = `
  listed_games i join entries e on e.id = i.entry_id
  left join games g on g.guid = e.guid
  left join described_games d on d.guid = e.guid and d.user_id = e.user_id`;

export const coverColumns = `
  i.entry_id, e.guid, coalesce(coalesce(g.summary, d.summary)::json ->> 'name', '${unknownGame('').name}') as name,
  case when g.guid is null then d.image_url else g.image_url end as image_url`;

/**
 * Counted in one pass over the index of all wanted lists, against the user's entries: list by list takes three times as long. Lists and
 * entries have no condition in common, by which PostgreSQL would pair each of the one with each of the other.
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
    (select coalesce(json_agg(c order by c.rank), '[]') from (
       select ${coverColumns}, i.rank from ${listedTables} where i.list_id = l.id order by i.rank limit ${coversOfList}
     ) c) as covers,
    (select exists (select from listed_games i join entries e on e.id = i.entry_id
       where i.list_id = l.id and i.entry_id = asked.entry_id)) as has_entry
  from wanted l left join counted on counted.id = l.id, (select ?::uuid as entry_id) asked
  order by l.id desc`;

interface Row extends Omit<GameList, 'covers'> {
  readonly covers: readonly (GameList['covers'][number] & { readonly rank: number })[];
  readonly has_entry: boolean;
}

interface Wanted {
  readonly id?: string | undefined;
  /** Entry of which each list says whether it is in it. */
  readonly entryId?: string | undefined;
}

/** The newest first. */
export async function listGameLists(em: EntityManager, userId: string, wanted: Wanted = {}): Promise<GameList[]> {
  const { id = null, entryId = null } = wanted;
  const rows = await em.execute<Row[]>(lists, [userId, id, id, userId, entryId]);
  return rows.map(({ has_entry, covers, ...list }) => ({
    ...list,
    covers: covers.map(({ rank: _, ...cover }) => cover),
    ...(entryId === null ? {} : { has_entry }),
  }));
}

/** @throws CodedError 404, for somebody else's list as for one that does not exist */
export async function ownList(em: EntityManager, userId: string, id: string): Promise<GameList> {
  const [list] = await listGameLists(em, userId, { id });
  if (!list) throw noSuchList();
  return list;
}

/** What is counted over all lists of a user changes one after the other. Call it before any other lock. */
export const holdLists = (em: EntityManager, userId: string) =>
  em.execute(`select pg_advisory_xact_lock(hashtextextended('lists:' || ?, 0))`, [userId]);

/**
 * Locks all lists of a user until the transaction ends, for what is to change in several of them. After `holdLists` and the games, and in
 * the order in which a removal from the vault takes them, so that neither waits for the other.
 */
export const holdEachList = (em: EntityManager, userId: string) =>
  em.execute('select 1 from game_lists where user_id = ? order by id for update', [userId]);

export interface HeldList {
  readonly id: string;
  readonly version: number;
  /** The version with which its name and description came. */
  readonly words_version: number;
}

/**
 * Locks a list until the transaction ends: what is to change in it changes one after the other, so that each change is made to the
 * order that the one before has left.
 * @throws CodedError 404, for somebody else's list as for one that does not exist
 */
export async function holdList(em: EntityManager, userId: string, id: string): Promise<HeldList> {
  const [list] = await em.execute<HeldList[]>(
    'select id, version, words_version from game_lists where user_id = ? and id = ? for update',
    [userId, id],
  );
  if (!list) throw noSuchList();
  return list;
}

/** The next version of a list that is held, with something changed in it. Tells the user's other tabs and devices. */
export async function renewList({ em, tell }: Transaction, userId: string, { id, version }: HeldList): Promise<number> {
  await em.execute('update game_lists set version = version + 1 where id = ?', [id]);
  tellLists({ tell }, userId, id, version + 1);
  return version + 1;
}

/** @param version null where the list is gone */
export const tellLists = ({ tell }: Pick<Transaction, 'tell'>, userId: string, id: string, version: number | null) =>
  tell({ to: { user: userId }, event: 'lists', data: { list_id: id, version } });

const noSuchList = () => notFound('library.list_not_found', 'This list is no longer there.');
