import { LockMode } from '@mikro-orm/postgresql';
import { entryAdded } from '@nightshelf/contracts/events/entries.ts';
import type { ImportedFields, RowFate } from '@nightshelf/contracts/imports.ts';
import { vaultLimits } from '@nightshelf/contracts/library-entry.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { Entry, type EntryChange, userFieldsOf } from '../entries/entry.ts';
import { applyChange } from '../entries/update-entry.ts';
import { describeGame } from '../games/described-game.ts';
import { undescribedAmong } from '../games/game-as-shown.ts';
import { keepGamesFromChanging } from '../games/game-copy.ts';
import { requestGames } from '../games/request-games.ts';
import { noteCause } from '../history/cause.ts';
import type { HistoryValues } from '../history/steps.ts';
import { undoChanges } from '../history/undo-action.ts';
import { bumpLibrary, hasRoomForNames } from '../libraries/library-version.ts';
import { isOwnGuid, ownSummary } from '../own-games/own-summary.ts';
import { countOf, isAny } from '../sql.ts';
import { importParts, undoParts } from './import-parts.ts';
import { type DueImport, notifyOfImport } from './imports.ts';
import { fieldsOf, joinedFields, planOf, type RowKept, rowsOf } from './rows.ts';

const rowsAtOnce = 100;

/** Rows that were processed; 0 for a batch of parts. */
type Progress = number | 'waiting' | 'finished';

/**
 * Imports or undoes the next rows or parts of an import and stores their outcomes in the same transaction, so that a
 * killed process loses nothing and the next one continues after the last commit.
 * @returns whether there may be more
 */
export function runImport(work: Work, id: string): Promise<boolean> {
  return work.transaction(async (transaction) => {
    const { em, notifyClients } = transaction;
    const [due] = await em.execute<DueImport[]>(
      `select id, user_id, rule, options, status from imports
       where id = ? and status in ('running', 'undoing') for update`,
      [id],
    );
    if (!due) return false;
    const isUndo = due.status === 'undoing';
    await noteCause(em, { kind: isUndo ? 'import_undone' : 'import', id });
    const progress = await (isUndo ? undoNext(transaction, due) : importNext(transaction, due));
    if (progress === 'waiting') return false;
    const isOver = progress === 'finished';
    await em.execute(
      `update imports set done = done + ?::int, touched_at = clock_timestamp(), status = coalesce(?, status),
         ended_at = case when ?::boolean then clock_timestamp() else ended_at end where id = ?`,
      [isOver ? 0 : progress, isOver ? (isUndo ? 'undone' : 'done') : null, isOver, id],
    );
    if (!isOver) notifyClients({ to: { user: due.user_id }, event: 'vault', data: {} });
    notifyOfImport({ notifyClients }, due.user_id, id);
    return !isOver;
  });
}

/** SQL: some of the imports without progress for ten seconds, which count as abandoned by their process. */
export const waitingImports = `
  select id from imports where status in ('running', 'undoing')
    and touched_at < clock_timestamp() - make_interval(secs => 10) order by touched_at limit 20`;

async function importNext(transaction: Transaction, due: DueImport): Promise<Progress> {
  const { em } = transaction;
  const rows = await rowsOf(em, due.id, { after: 0, limit: rowsAtOnce, waiting: true });
  // The matching job starts the import again after it has matched more rows.
  if (rows.length === 0) {
    if (await isAny(em, `import_rows where import_id = ? and match = 'pending'`, [due.id])) return 'waiting';
    return (await importParts(transaction, due)) ? 0 : 'finished';
  }
  await em.execute(
    `update import_rows r set fate = d.fate, entry_id = d.entry_id, before = d.before, after = d.after
     from jsonb_to_recordset(?::jsonb) as d (position int, fate text, entry_id uuid, before jsonb, after jsonb)
     where r.import_id = ? and r.position = d.position`,
    [JSON.stringify(await importRows(transaction, due, rows)), due.id],
  );
  return rows.length;
}

interface Done {
  readonly fate: RowFate;
  readonly entry_id?: string;
  readonly before?: EntryChange;
  readonly after?: EntryChange | { readonly version: number };
}

async function importRows(transaction: Transaction, due: DueImport, rows: readonly RowKept[]) {
  const { em } = transaction;
  const guids = rows.flatMap(({ guid }) => (guid === null ? [] : [guid]));
  await keepGamesFromChanging(em, guids);
  // Every change of an entry locks the entries before the library row.
  const entries = await em.find(
    Entry,
    { userId: due.user_id, guid: { $in: guids } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
  const byGuid = new Map(entries.map((entry) => [entry.guid, entry] as const));
  await bumpLibrary(em, due.user_id);
  let room = vaultLimits.entries - (await countOf(em, 'entries where user_id = ?', [due.user_id]));
  const undescribed = new Set(await undescribedAmong(em, due.user_id, guids));
  const isNameKept = await hasRoomForNames(em, due.user_id);
  const unknown: string[] = [];
  const importRow = async (row: RowKept): Promise<Done> => {
    const { guid } = row;
    const given = joinedFields(row);
    const entry = guid === null ? undefined : byGuid.get(guid);
    // Plans with the locked entry; the row was read before the lock.
    const { fate, change } = planOf(due.rule, { ...row, given, entry: entry ? userFieldsOf(entry) : null });
    if (guid === null || fate === 'doubled' || fate === 'left_out') return { fate };
    if (entry) return changeEntry(transaction, entry, change);
    if (room === 0) return { fate: 'refused' };
    room -= 1;
    const added = Entry.add(due.user_id, guid, fieldsOf(given, due.options));
    if (given.date_added !== null) added.dateAdded = new Date(given.date_added);
    em.persist(added);
    byGuid.set(guid, added);
    if (undescribed.has(guid)) {
      const isOwn = isOwnGuid(guid);
      if (!isOwn) unknown.push(guid);
      if (given.title !== null && (isNameKept || isOwn)) await describeGame(em, due.user_id, described(guid, given));
    }
    transaction.publish(entryAdded, { data: added.state(), version: added.version });
    return { fate: 'added', entry_id: added.id, after: { version: added.version } };
  };
  const done: (Done & { readonly position: number })[] = [];
  for (const row of rows) done.push({ position: row.position, ...(await importRow(row)) });
  await em.flush();
  if (unknown.length > 0) await requestGames(transaction, unknown, { userId: due.user_id });
  return done;
}

async function changeEntry(transaction: Transaction, entry: Entry, change: EntryChange): Promise<Done> {
  const now = userFieldsOf(entry);
  if (!(await applyChange(transaction, entry, change))) return { fate: 'unchanged', entry_id: entry.id };
  const before = Object.fromEntries(Object.keys(change).map((field) => [field, now[field as keyof EntryChange]]));
  return { fate: 'changed', entry_id: entry.id, before, after: change };
}

/** The file's description of a game, which only this user sees until the catalog confirms it. */
const described = (guid: string, { title, year, platform_id }: ImportedFields) =>
  ownSummary(guid, { name: title ?? '', year, platform_ids: typeof platform_id === 'number' ? [platform_id] : [] });

interface Imported {
  readonly position: number;
  readonly fate: 'added' | 'changed';
  readonly entry_id: string;
  readonly before: HistoryValues | null;
  readonly after: HistoryValues & { readonly version?: number };
}

/** Undoes the next rows, except later edits. */
async function undoNext(transaction: Transaction, due: DueImport): Promise<Progress> {
  const { em } = transaction;
  if (await undoParts(transaction, due)) return 0;
  const rows = await em.execute<Imported[]>(
    `select position, fate, entry_id, before, after
     from import_rows where import_id = ? and fate in ('added', 'changed') and undone is null
     order by position desc limit ?`,
    [due.id, rowsAtOnce],
  );
  if (rows.length === 0) return 'finished';
  const parts = rows.map(({ fate, entry_id: id, before, after: { version, ...after } }) => ({
    ...{ id, guid: '', step: 0, version, before: fate === 'added' ? null : before, after },
  }));
  const outcomes = await undoChanges(transaction, due.user_id, parts);
  await bumpLibrary(em, due.user_id);
  const undone = rows.map(({ position, entry_id }) => ({ position, undone: outcomes.get(entry_id) ?? 'gone' }));
  await em.execute(
    `update import_rows r set undone = d.undone
     from jsonb_to_recordset(?::jsonb) as d (position int, undone text)
     where r.import_id = ? and r.position = d.position`,
    [JSON.stringify(undone), due.id],
  );
  return rows.length;
}
