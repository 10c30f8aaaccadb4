import type { ImportPart } from '@nightshelf/contracts/import-parts.ts';
import { listRules } from '@nightshelf/contracts/list-rules.ts';
import { dayRule, playthroughFaults, playthroughRule } from '@nightshelf/contracts/play-rules.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { isFuture } from '../../journal/refuse-session.ts';
import { tellLists } from '../../lists/game-lists.ts';
import { rankGap } from '../../lists/ranks.ts';
import { valuesOf, writtenColumns } from '../../playthroughs/write-playthrough.ts';
import type { Due } from '../due-import.ts';

/** The outcome of importing a part. */
export interface Made {
  readonly fate: 'added' | 'unchanged' | 'left_out';
  readonly id?: string;
  readonly place?: string;
}

interface Given {
  /** The entry that the part belongs to; empty for a list. */
  readonly entryId: string;
  /** The id of the new record. */
  readonly id: string;
  readonly journal: Journal;
}

/** Counted once per batch, since a journal may be very long. */
export interface Journal {
  /** Sessions that the user may still add. */
  room: number;
}

type Of<Kind extends ImportPart['kind']> = Extract<ImportPart, { readonly kind: Kind }>;
type Maker<Kind extends ImportPart['kind']> = (
  transaction: Transaction,
  due: Due,
  part: Of<Kind>,
  given: Given,
) => Promise<Made>;

const leftOut: Made = { fate: 'left_out' };

/** Excludes records that another part of the file has claimed, so that two equal parts match two records. */
const isFree = (column: string) =>
  `not exists (select from import_parts o where o.import_id = ? and o.made_id = ${column})`;

const playthrough: Maker<'playthrough'> = async ({ em }, due, part, { entryId, id }) => {
  const { started_on, ended_on } = part;
  if (Object.keys(playthroughFaults(part)).length > 0) return leftOut;
  if ((await isFuture(em, started_on)) || (await isFuture(em, ended_on))) return leftOut;
  const values = valuesOf(part);
  const same = writtenColumns.map((column) => `p.${column} is not distinct from ?`).join(' and ');
  const [there] = await em.execute<{ id: string }[]>(
    `select id from playthroughs p where p.entry_id = ? and ${same} and ${isFree('p.id')} order by id limit 1`,
    [entryId, ...values, due.id],
  );
  if (there) return { fate: 'unchanged', id: there.id };
  const [row] = await em.execute<{ count: number }[]>(
    'select count(*)::int as count from playthroughs where entry_id = ?',
    [entryId],
  );
  if ((row?.count ?? 0) >= playthroughRule.most) return leftOut;
  await em.execute(
    `insert into playthroughs (id, user_id, entry_id, version, ${writtenColumns})
     values (?, ?, ?, 1, ${writtenColumns.map(() => '?')})`,
    [id, due.user_id, entryId, ...values],
  );
  return { fate: 'added', id };
};

/** Its minutes do not count, because the file's hours include them. */
const session: Maker<'session'> = async (
  { em },
  due,
  { day, minutes, note, spoiler, playthrough: named },
  { entryId, id, journal },
) => {
  if (await isFuture(em, day)) return leftOut;
  const playthroughId = named && (await madeOf(em, due, 'playthrough', named));
  const [there] = await em.execute<{ id: string }[]>(
    `select id from play_sessions s where s.entry_id = ? and s.day = ? and s.minutes = ? and s.note is not distinct from ?
       and s.spoiler = ? and ${isFree('s.id')} order by id limit 1`,
    [entryId, day, minutes, note || null, spoiler, due.id],
  );
  if (there) return { fate: 'unchanged', id: there.id };
  const [that] = await em.execute<{ sessions: number; minutes: number }[]>(
    `select count(*)::int as sessions, coalesce(sum(minutes), 0)::int as minutes
     from play_sessions s where user_id = ? and day = ? and exists (select from entries where id = s.entry_id)`,
    [due.user_id, day],
  );
  if (!that || that.minutes + minutes > dayRule.mostMinutes || that.sessions >= dayRule.most) return leftOut;
  if (journal.room <= 0) return leftOut;
  await em.execute(
    `insert into play_sessions (id, user_id, entry_id, playthrough_id, version, day, minutes, note, spoiler, counts)
     values (?, ?, ?, ?, 1, ?, ?, ?, ?, false)`,
    [id, due.user_id, entryId, playthroughId, day, minutes, note || null, spoiler],
  );
  journal.room -= 1;
  return { fate: 'added', id };
};

/** Reuses a list of the same name. */
const list: Maker<'list'> = async ({ em, tell }, due, { name, description }, { id }) => {
  const [there] = await em.execute<{ id: string }[]>(
    `select id from game_lists l where l.user_id = ? and l.name = ? and ${isFree('l.id')} order by id limit 1`,
    [due.user_id, name, due.id],
  );
  if (there) return { fate: 'unchanged', id: there.id };
  const [had] = await em.execute<{ lists: number }[]>(
    'select count(*)::int as lists from game_lists where user_id = ?',
    [due.user_id],
  );
  if ((had?.lists ?? 0) >= listRules.lists) return leftOut;
  await em.execute(
    'insert into game_lists (id, user_id, name, description, version, words_version) values (?, ?, ?, ?, 1, 1)',
    [id, due.user_id, name, description || null],
  );
  tellLists({ tell }, due.user_id, id, 1);
  return { fate: 'added', id };
};

const listed: Maker<'listed'> = async ({ em }, due, { list: named, note }, { entryId }) => {
  const listId = await madeOf(em, due, 'list', named);
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

export const makers: { readonly [Kind in ImportPart['kind']]: Maker<Kind> } = { playthrough, session, list, listed };

/** Returns the record made from another part of the same file, or null. */
async function madeOf(em: EntityManager, { id }: Due, kind: ImportPart['kind'], ref: string): Promise<string | null> {
  const [row] = await em.execute<{ made_id: string }[]>(
    'select made_id from import_parts where import_id = ? and kind = ? and ref = ? and made_id is not null order by position limit 1',
    [id, kind, ref],
  );
  return row?.made_id ?? null;
}
