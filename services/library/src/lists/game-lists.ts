import type { GameList } from '@nightshelf/contracts/game-lists.ts';
import { coversOfList } from '@nightshelf/contracts/list-rules.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { unknownGame } from '../games/game-as-shown.ts';

/**
 * SQL tables for the games of lists, `i`. Excludes removed games, which keep their hidden place and note while their
 * removal can be undone.
 */
export const listedTables = `
  listed_games i join entries e on e.id = i.entry_id
  left join games g on g.guid = e.guid
  left join described_games d on d.guid = e.guid and d.user_id = e.user_id`;

export const coverColumns = `
  i.entry_id, e.guid, coalesce(coalesce(g.summary, d.summary)::json ->> 'name', '${unknownGame('').name}') as name,
  case when g.guid is null then d.image_url else g.image_url end as image_url`;

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
  /** Each list returns whether it contains this entry. */
  readonly entryId?: string | undefined;
}

/** Returns the user's lists, newest first. */
export async function listGameLists(em: EntityManager, userId: string, wanted: Wanted = {}): Promise<GameList[]> {
  const { id = null, entryId = null } = wanted;
  const rows = await em.execute<Row[]>(lists, [userId, id, id, userId, entryId]);
  return rows.map(({ has_entry, covers, ...list }) => ({
    ...list,
    covers: covers.map(({ rank: _, ...cover }) => cover),
    ...(entryId === null ? {} : { has_entry }),
  }));
}

/** @throws CodedError 404 for an unknown list or another user's */
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

export interface HeldList {
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
export async function renewList({ em, tell }: Transaction, userId: string, { id, version }: HeldList): Promise<number> {
  await em.execute('update game_lists set version = version + 1 where id = ?', [id]);
  tellLists({ tell }, userId, id, version + 1);
  return version + 1;
}

/** @param version null for a deleted list */
export const tellLists = ({ tell }: Pick<Transaction, 'tell'>, userId: string, id: string, version: number | null) =>
  tell({ to: { user: userId }, event: 'lists', data: { list_id: id, version } });

const noSuchList = () => notFound('library.list_not_found', 'List not found.');
