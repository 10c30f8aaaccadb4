import { randomUUIDv7 } from 'node:crypto';
import { LockMode } from '@mikro-orm/postgresql';
import { entryAdded, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import type { ImportPart } from '@nightshelf/contracts/import-parts.ts';
import type { MergeRule } from '@nightshelf/contracts/import-rules.ts';
import type { ImportedFields, ImportOptions, ImportStatus, RowFate } from '@nightshelf/contracts/imports.ts';
import { vaultLimits } from '@nightshelf/contracts/library-entry.ts';
import { listRules } from '@nightshelf/contracts/list-rules.ts';
import { dayRule, playthroughFaults, playthroughRule } from '@nightshelf/contracts/play-rules.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { Entry, saidIn } from '../entries/entry.ts';
import { describeGame } from '../games/described-game.ts';
import { requestGames } from '../games/request-games.ts';
import { noteCause } from '../history/cause.ts';
import { letTypedHoursStand } from '../journal/entry-hours.ts';
import { holdSessions, insertSession, isFuture, playedOn, roomInJournal } from '../journal/sessions.ts';
import { hasRoomForNames } from '../libraries/library-limits.ts';
import { bumpLibrary } from '../libraries/library-version.ts';
import { holdEachList, holdLists, insertList } from '../lists/game-lists.ts';
import { rankGap } from '../lists/order.ts';
import { isOwnGuid, ownSummary } from '../own-games/own-summary.ts';
import { insertPlaythrough, valuesOf, writtenColumns } from '../playthroughs/playthroughs.ts';
import { countOf, isAny } from '../sql.ts';
import { tellImport } from './imports.ts';
import { type Change, fieldsOf, planOf, type RowKept, rowsOf, saidInFile } from './rows.ts';

/** Rows per transaction. */
const rowsAtOnce = 100;

interface Done {
  readonly position: number;
  readonly fate: RowFate;
  readonly entry_id?: string;
  readonly before?: Change;
  readonly after?: Change | { readonly version: number };
}

/**
 * Imports the next rows and stores their fates in the same transaction, so that a killed process loses nothing and the
 * next one continues after the last commit.
 * @returns whether there may be more
 */
export function runImport(work: Work, id: string): Promise<boolean> {
  return work.transaction(async (transaction) => {
    const { em, tell } = transaction;
    const due = await holdDue(em, id, 'running');
    if (!due) return false;
    await noteCause(em, { kind: 'import', id });
    const rows = await rowsOf(em, id, { after: 0, limit: rowsAtOnce, waiting: true });
    // The matching job starts the import again after it has matched more rows.
    if (rows.length === 0) {
      if (await isAny(em, `import_rows where import_id = ? and match = 'pending'`, [id])) return false;
      const isMore = await runParts(transaction, due);
      if (!isMore) await endOf(transaction, due, 'done');
      return isMore;
    }
    const done = await takeIn(transaction, due, rows);
    await keepFates(em, due, done);
    tell({ to: { user: due.user_id }, event: 'vault', data: {} });
    tell({ to: { user: due.user_id }, event: 'imports', data: { import_id: id } });
    return true;
  });
}

async function takeIn(transaction: Transaction, due: Due, rows: readonly RowKept[]): Promise<Done[]> {
  const { em } = transaction;
  const guids = rows.flatMap(({ guid }) => (guid === null ? [] : [guid])).sort();
  await em.execute(
    `select pg_advisory_xact_lock_shared(key) from (
       select distinct hashtextextended(guid, 0) as key from jsonb_array_elements_text(?::jsonb) as w (guid) order by 1) keys`,
    [JSON.stringify(guids)],
  );
  // Every change of an entry locks the entries before the library row.
  const entries = await em.find(
    Entry,
    { userId: due.user_id, guid: { $in: guids } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
  const byGuid = new Map(entries.map((entry) => [entry.guid, entry] as const));
  await bumpLibrary(em, due.user_id);
  let room = vaultLimits.entries - (await countOf(em, 'entries where user_id = ?', [due.user_id]));
  const known = await knownOf(em, due.user_id, guids);
  const isNameKept = await hasRoomForNames(em, due.user_id);
  const done: Done[] = [];
  const unknown: string[] = [];
  for (const one of rows) {
    const row = one.is_doubled ? one : { ...one, given: saidInFile(one) };
    const { position, guid, given } = row;
    const entry = guid === null ? undefined : byGuid.get(guid);
    // Plans with the locked entry; the row was read before the lock.
    const plan = planOf(due.rule, { ...row, entry: entry ? rowOf(entry) : null });
    if (guid === null || plan.fate === 'doubled' || plan.fate === 'left_out') {
      done.push({ position, fate: plan.fate });
    } else if (entry) {
      done.push({ position, ...(await changeEntry(transaction, entry, plan.change)) });
    } else if (room === 0) {
      done.push({ position, fate: 'refused' });
    } else {
      room -= 1;
      const added = Entry.add(due.user_id, guid, fieldsOf(given, due.options));
      if (given.is_shared !== null) added.isShared = given.is_shared;
      if (given.date_added !== null) added.dateAdded = new Date(given.date_added);
      em.persist(added);
      byGuid.set(guid, added);
      if (!known.has(guid)) {
        if (!isOwnGuid(guid)) unknown.push(guid);
        if (given.title !== null && (isNameKept || isOwnGuid(guid)))
          await describeGame(em, due.user_id, described(guid, given));
      }
      transaction.publish(entryAdded, { data: added.state(), version: added.version });
      done.push({ position, fate: 'added', entry_id: added.id, after: { version: added.version } });
    }
  }
  await em.flush();
  if (unknown.length > 0) await requestGames(transaction, unknown, { userId: due.user_id });
  return done;
}

async function changeEntry(
  { em, publish }: Transaction,
  entry: Entry,
  change: Change,
): Promise<Omit<Done, 'position'>> {
  const now = saidIn(entry);
  if (!entry.change(change)) return { fate: 'unchanged', entry_id: entry.id };
  if (change.hours_played !== undefined) await letTypedHoursStand(em, entry.id);
  publish(entryUpdated, { data: entry.state(), version: entry.version });
  const before = Object.fromEntries(Object.keys(change).map((field) => [field, now[field as keyof Change]]));
  return { fate: 'changed', entry_id: entry.id, before, after: change };
}

export const rowOf = (entry: Entry): NonNullable<RowKept['entry']> => ({
  ...saidIn(entry),
  platform_id: entry.platformId ?? null,
  platform_not_listed: entry.platformNotListed,
});

/** The file's description of a game, which only this user sees until the catalog confirms it. */
const described = (guid: string, { title, year, platform_id }: ImportedFields) =>
  ownSummary(guid, { name: title ?? '', year, platform_ids: typeof platform_id === 'number' ? [platform_id] : [] });

/** Returns the guids that the catalog or the user's client has described. */
async function knownOf(em: EntityManager, userId: string, guids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await em.execute<{ guid: string }[]>(
    `select w.guid from jsonb_array_elements_text(?::jsonb) as w (guid)
     where exists (select from games g where g.guid = w.guid)
        or exists (select from described_games d where d.guid = w.guid and d.user_id = ?)`,
    [JSON.stringify(guids), userId],
  );
  return new Set(rows.map(({ guid }) => guid));
}

async function keepFates(em: EntityManager, { id }: Due, done: readonly Done[]): Promise<void> {
  await em.execute(
    `update import_rows r set fate = d.fate, entry_id = d.entry_id, before = d.before, after = d.after
     from jsonb_to_recordset(?::jsonb) as d (position int, fate text, entry_id uuid, before jsonb, after jsonb)
     where r.import_id = ? and r.position = d.position`,
    [JSON.stringify(done), id],
  );
  await em.execute('update imports set done = done + ?::int, touched_at = clock_timestamp() where id = ?', [
    done.length,
    id,
  ]);
}

/** An import that a job processes, locked until the transaction ends. */
export interface Due {
  readonly id: string;
  readonly user_id: string;
  readonly rule: MergeRule;
  readonly options: ImportOptions;
}

/** Locks and returns the import, or null when it no longer has this status. */
export async function holdDue(em: EntityManager, id: string, status: ImportStatus): Promise<Due | null> {
  const [due] = await em.execute<Due[]>(
    'select id, user_id, rule, options from imports where id = ? and status = ? for update',
    [id, status],
  );
  return due ?? null;
}

export async function endOf({ em, tell }: Transaction, { id, user_id }: Due, status: ImportStatus): Promise<void> {
  await em.execute(
    'update imports set status = ?, ended_at = clock_timestamp(), touched_at = clock_timestamp() where id = ?',
    [status, id],
  );
  tellImport({ tell }, user_id, id);
}

/** After this time without progress, an import counts as abandoned by its process. */
const quietSeconds = 10;

/** Returns some of the imports that no process works on. */
export const waitingImports = (work: Work) =>
  work.query().execute<{ id: string }[]>(
    `select id from imports where status in ('running', 'undoing')
       and touched_at < clock_timestamp() - make_interval(secs => ?) order by touched_at limit 20`,
    [quietSeconds],
  );

/** Parts per transaction. */
const partsAtOnce = 100;

/**
 * Imports the next parts, once their games are imported; existing equal records stay as they are.
 * @returns whether there were any
 */
export async function runParts(transaction: Transaction, due: Due): Promise<boolean> {
  const { em } = transaction;
  const parts = await em.execute<{ position: number; given: ImportPart }[]>(
    'select position, given from import_parts where import_id = ? and fate is null order by position limit ?',
    [due.id, partsAtOnce],
  );
  if (parts.length === 0) return false;
  await holdSessions(em, due.user_id);
  await holdLists(em, due.user_id);
  const entries = await entriesOf(
    em,
    due,
    parts.map(({ given }) => given),
  );
  await holdEachList(em, due.user_id);
  const hasSessions = parts.some(({ given }) => given.kind === 'session');
  const journal = { room: hasSessions ? await roomInJournal(em, due.user_id) : 0 };
  // UUIDs of one millisecond are unordered, and lists sort by id.
  const ids = parts.map(() => randomUUIDv7()).sort();
  for (const [at, { position, given }] of parts.entries()) {
    const entryId = 'guid' in given ? entries.get(given.guid) : undefined;
    const made: Made =
      'guid' in given && !entryId
        ? { fate: 'left_out' }
        : await makers[given.kind](transaction, due, given as never, {
            entryId: entryId ?? '',
            id: ids[at] ?? '',
            journal,
          });
    // Keeps only what is needed later: a left-out part for a retry, and a note to detect edits on undo.
    await em.execute(
      `update import_parts set fate = ?, made_id = ?, place = ?,
         given = case when ?::boolean then given when kind = 'listed' then jsonb_build_object('note', given -> 'note') else '{}' end
       where import_id = ? and position = ?`,
      [made.fate, made.id ?? null, made.place ?? null, made.fate === 'left_out', due.id, position],
    );
  }
  await em.execute('update imports set touched_at = clock_timestamp() where id = ?', [due.id]);
  return true;
}

/**
 * Returns and locks the entries by the guids that the file gives their games; with the rule "only new" just the added
 * ones.
 */
async function entriesOf(em: EntityManager, { id, user_id, rule }: Due, parts: readonly ImportPart[]) {
  const guids = parts.flatMap((part) => ('guid' in part ? [part.guid] : []));
  const rows = await em.execute<{ said: string; id: string }[]>(
    `select r.given ->> 'guid' as said, e.id from import_rows r
     join entries e on e.user_id = ? and e.guid = r.guid
     where r.import_id = ? and r.given ->> 'guid' in (select jsonb_array_elements_text(?::jsonb))
       and (r.fate = 'added' or r.fate in ('changed', 'unchanged') and ?::boolean)
     order by e.id for key share of e`,
    [user_id, id, JSON.stringify(guids), rule !== 'only_new'],
  );
  return new Map(rows.map((row) => [row.said, row.id] as const));
}

/** The outcome of importing a part. */
interface Made {
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
interface Journal {
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
  const same = writtenColumns.map((column) => `p.${column} is not distinct from ?`).join(' and ');
  const [there] = await em.execute<{ id: string }[]>(
    `select id from playthroughs p where p.entry_id = ? and ${same} and ${isFree('p.id')} order by id limit 1`,
    [entryId, ...valuesOf(part), due.id],
  );
  if (there) return { fate: 'unchanged', id: there.id };
  if ((await countOf(em, 'playthroughs where entry_id = ?', [entryId])) >= playthroughRule.most) return leftOut;
  await insertPlaythrough(em, { id, userId: due.user_id, entryId }, part);
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
  const that = await playedOn(em, due.user_id, day);
  if (that.minutes + minutes > dayRule.mostMinutes || that.sessions >= dayRule.most) return leftOut;
  if (journal.room <= 0) return leftOut;
  const fields = { day, minutes, note, spoiler, playthrough_id: playthroughId };
  await insertSession(em, { id, userId: due.user_id, entryId, counts: false }, fields);
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
  if ((await countOf(em, 'game_lists where user_id = ?', [due.user_id])) >= listRules.lists) return leftOut;
  await insertList({ em, tell }, due.user_id, { id, name, description });
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

const makers: { readonly [Kind in ImportPart['kind']]: Maker<Kind> } = { playthrough, session, list, listed };

/** Returns the record made from another part of the same file, or null. */
async function madeOf(em: EntityManager, { id }: Due, kind: ImportPart['kind'], ref: string): Promise<string | null> {
  const [row] = await em.execute<{ made_id: string }[]>(
    'select made_id from import_parts where import_id = ? and kind = ? and ref = ? and made_id is not null order by position limit 1',
    [id, kind, ref],
  );
  return row?.made_id ?? null;
}
