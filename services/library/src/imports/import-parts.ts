import { randomUUIDv7 } from 'node:crypto';
import type { ImportPart } from '@nightshelf/contracts/import-parts.ts';
import { listRules } from '@nightshelf/contracts/list-rules.ts';
import { dayRule, playthroughFaults, playthroughRule } from '@nightshelf/contracts/play-rules.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { holdSessions, insertSession, isFuture, playedOn, roomInJournal } from '../journal/sessions.ts';
import { holdEachList, holdLists, insertList, notifyOfList } from '../lists/game-lists.ts';
import { rankGap } from '../lists/order.ts';
import { columnsOf, insertPlaythrough } from '../playthroughs/playthroughs.ts';
import { countOf } from '../sql.ts';
import type { DueImport } from './imports.ts';

const partsAtOnce = 100;

type Due = Pick<DueImport, 'id' | 'user_id' | 'rule'>;

/**
 * Imports the next parts, once their games are imported; existing equal records stay as they are.
 * @returns whether there were any
 */
export async function importParts(transaction: Transaction, due: Due): Promise<boolean> {
  const { em } = transaction;
  const parts = await em.execute<{ position: number; given: ImportPart }[]>(
    'select position, given from import_parts where import_id = ? and fate is null order by position limit ?',
    [due.id, partsAtOnce],
  );
  if (parts.length === 0) return false;
  await holdSessions(em, due.user_id);
  await holdLists(em, due.user_id);
  const guids = parts.flatMap(({ given }) => ('guid' in given ? [given.guid] : []));
  const entries = await holdEntries(em, due, guids);
  await holdEachList(em, due.user_id);
  const hasSessions = parts.some(({ given }) => given.kind === 'session');
  const journal = { room: hasSessions ? await roomInJournal(em, due.user_id) : 0 };
  // UUIDs of one millisecond are unordered, and lists sort by id.
  const ids = parts.map(() => randomUUIDv7()).sort();
  for (const [at, { position, given }] of parts.entries()) {
    const entryId = 'guid' in given ? entries.get(given.guid) : '';
    const making = { ...transaction, due, id: ids[at] ?? '', entryId: entryId ?? '', journal };
    const made: Made = entryId === undefined ? leftOut : await makers[given.kind](given as never, making);
    // Keeps only what is needed later: a left-out part for a retry, and a note to detect edits on undo.
    await em.execute(
      `update import_parts set fate = ?, made_id = ?, place = ?,
         given = case when ?::boolean then given when kind = 'listed' then jsonb_build_object('note', given -> 'note') else '{}' end
       where import_id = ? and position = ?`,
      [made.fate, made.id ?? null, made.place ?? null, made.fate === 'left_out', due.id, position],
    );
  }
  return true;
}

/**
 * Locks the entries of the imported games and returns their ids by the file's guid. With the rule "only new", only
 * entries that this import added.
 */
async function holdEntries(em: EntityManager, { id, user_id, rule }: Due, guids: readonly string[]) {
  const rows = await em.execute<{ given: string; id: string }[]>(
    `select r.given ->> 'guid' as given, e.id from import_rows r
     join entries e on e.user_id = ? and e.guid = r.guid
     where r.import_id = ? and r.given ->> 'guid' in (select jsonb_array_elements_text(?::jsonb))
       and (r.fate = 'added' or r.fate in ('changed', 'unchanged') and ?::boolean)
     order by e.id for key share of e`,
    [user_id, id, JSON.stringify(guids), rule !== 'only_new'],
  );
  return new Map(rows.map((row) => [row.given, row.id] as const));
}

/** The outcome of importing a part. */
interface Made {
  readonly fate: 'added' | 'unchanged' | 'left_out';
  /** The new or existing record. */
  readonly id?: string;
  /** The entry of a place in a list. */
  readonly place?: string;
}

interface Making extends Transaction {
  readonly due: Due;
  /** The id of the new record. */
  readonly id: string;
  /** The entry that the part belongs to; empty for a list. */
  readonly entryId: string;
  /** The sessions that the user may still add, counted once per batch, since a journal may be very long. */
  readonly journal: { room: number };
}

type Kind = ImportPart['kind'];
type Maker<Of extends Kind> = (part: Extract<ImportPart, { readonly kind: Of }>, making: Making) => Promise<Made>;

const leftOut: Made = { fate: 'left_out' };

/**
 * Returns an equal record that no other part of the file has claimed, so that two equal parts match two records.
 * @param columns their values
 */
async function findEqual(em: EntityManager, { id }: Due, table: string, columns: Readonly<Record<string, unknown>>) {
  const conditions = Object.entries(columns).map(([column, value]) =>
    value === null ? `${column} is null` : `${column} = ?`,
  );
  const values = Object.values(columns).filter((value) => value !== null);
  const [row] = await em.execute<{ id: string }[]>(
    `select id from ${table} t where ${conditions.join(' and ')}
       and not exists (select from import_parts o where o.import_id = ? and o.made_id = t.id) order by id limit 1`,
    [...values, id],
  );
  return row && ({ fate: 'unchanged', id: row.id } as const);
}

const playthrough: Maker<'playthrough'> = async (part, { em, due, id, entryId }) => {
  if (Object.keys(playthroughFaults(part)).length > 0) return leftOut;
  if (isFuture(part.started_on) || isFuture(part.ended_on)) return leftOut;
  const equal = await findEqual(em, due, 'playthroughs', { entry_id: entryId, ...columnsOf(part) });
  if (equal) return equal;
  if ((await countOf(em, 'playthroughs where entry_id = ?', [entryId])) >= playthroughRule.most) return leftOut;
  await insertPlaythrough(em, { id, user_id: due.user_id, entry_id: entryId }, part);
  return { fate: 'added', id };
};

/** Its minutes do not count, because the file's hours include them. */
const session: Maker<'session'> = async (part, { em, due, id, entryId, journal }) => {
  const { day, minutes, note, spoiler, playthrough: ref } = part;
  if (isFuture(day)) return leftOut;
  const columns = { entry_id: entryId, day, minutes, note: note || null, spoiler };
  const equal = await findEqual(em, due, 'play_sessions', columns);
  if (equal) return equal;
  const that = await playedOn(em, due.user_id, day);
  if (that.minutes + minutes > dayRule.mostMinutes || that.sessions >= dayRule.most) return leftOut;
  if (journal.room <= 0) return leftOut;
  const playthrough_id = ref && (await madeOf(em, due, 'playthrough', ref));
  await insertSession(em, { ...columns, note, id, user_id: due.user_id, playthrough_id, counts: false });
  journal.room -= 1;
  return { fate: 'added', id };
};

/** Reuses a list of the same name. */
const list: Maker<'list'> = async ({ name, description }, { em, notifyClients, due, id }) => {
  const equal = await findEqual(em, due, 'game_lists', { user_id: due.user_id, name });
  if (equal) return equal;
  if ((await countOf(em, 'game_lists where user_id = ?', [due.user_id])) >= listRules.lists) return leftOut;
  await insertList({ em, notifyClients }, due.user_id, { id, name, description });
  return { fate: 'added', id };
};

const listed: Maker<'listed'> = async ({ list: ref, note }, { em, due, entryId }) => {
  const listId = await madeOf(em, due, 'list', ref);
  if (!listId) return leftOut;
  const [full] = await em.execute<{ games: number; places: number }[]>(
    `select count(*) filter (where i.list_id = ?)::int as games, count(*)::int as places
     from listed_games i join game_lists l on l.id = i.list_id where l.user_id = ?`,
    [listId, due.user_id],
  );
  if (!full || full.games >= listRules.games || full.places >= listRules.places) return leftOut;
  const put = await em.execute<object[]>(
    `insert into listed_games (list_id, entry_id, rank, note, note_version)
     select id, ?::uuid, coalesce((select max(rank) from listed_games where list_id = l.id), 0) + ?::bigint, ?, l.version + 1
     from game_lists l where l.id = ? and l.user_id = ? on conflict (list_id, entry_id) do nothing returning 1`,
    [entryId, rankGap, note || null, listId, due.user_id],
  );
  if (put.length === 0) return { fate: 'unchanged' };
  await em.execute('update game_lists set version = version + 1 where id = ?', [listId]);
  return { fate: 'added', id: listId, place: entryId };
};

const makers: { readonly [Of in Kind]: Maker<Of> } = { playthrough, session, list, listed };

async function madeOf(em: EntityManager, { id }: Due, kind: Kind, ref: string): Promise<string | null> {
  const [row] = await em.execute<{ made_id: string }[]>(
    'select made_id from import_parts where import_id = ? and kind = ? and ref = ? and made_id is not null order by position limit 1',
    [id, kind, ref],
  );
  return row?.made_id ?? null;
}

/** Deletes the record of part `p`, unless it was changed or used since. */
const deletions: Readonly<Record<Kind, string>> = {
  playthrough: `playthroughs t using import_parts p where t.id = p.made_id and version = 1
    and not exists (select from play_sessions where playthrough_id = t.id)`,
  session: 'play_sessions t using import_parts p where t.id = p.made_id and version = 1',
  list: `game_lists t using import_parts p where t.id = p.made_id and words_version = 1
    and not exists (select from listed_games where list_id = t.id)`,
  listed: `listed_games i using import_parts p, game_lists t where i.list_id = p.made_id and i.entry_id = p.place
    and t.id = i.list_id and nullif(p.given ->> 'note', '') is not distinct from i.note`,
};

/**
 * Undoes the last parts of an import, before its games, so that only the user's own additions still use those.
 * @returns whether there were any
 */
export async function undoParts({ em, notifyClients }: Transaction, { id, user_id }: Due): Promise<boolean> {
  const parts = await em.execute<{ position: number; kind: Kind; made_id: string }[]>(
    `select position, kind, made_id from import_parts
     where import_id = ? and fate = 'added' and undone is null order by position desc limit ?`,
    [id, partsAtOnce],
  );
  if (parts.length === 0) return false;
  await holdSessions(em, user_id);
  await holdLists(em, user_id);
  await holdEachList(em, user_id);
  for (const { position, kind, made_id } of parts) {
    const gone = await em.execute<object[]>(
      `delete from ${deletions[kind]} and t.user_id = ? and p.import_id = ? and p.position = ? returning 1`,
      [user_id, id, position],
    );
    const isGone = gone.length > 0;
    await em.execute('update import_parts set undone = ? where import_id = ? and position = ?', [
      ...[isGone ? 'undone' : 'kept', id, position],
    ]);
    if (kind === 'listed' && isGone) {
      await em.execute('update game_lists set version = version + 1 where id = ?', [made_id]);
    }
    if (kind === 'list' && isGone) notifyOfList({ notifyClients }, user_id, made_id, null);
  }
  return true;
}
