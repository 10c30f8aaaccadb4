import { LockMode } from '@mikro-orm/postgresql';
import { entryAdded, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import type { ImportedFields, RowFate } from '@nightshelf/contracts/imports.ts';
import { vaultLimits } from '@nightshelf/contracts/library-entry.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { Entry } from '../entries/entry.ts';
import { saidIn } from '../entries/said-in.ts';
import { describeGame } from '../games/described-game.ts';
import { requestGames } from '../games/request-games.ts';
import { noteCause } from '../history/cause.ts';
import { letTypedHoursStand } from '../journal/entry-hours.ts';
import { hasRoomForNames } from '../libraries/library-limits.ts';
import { bumpLibrary } from '../libraries/library-version.ts';
import { isOwnGuid, ownSummary } from '../own-games/own-summary.ts';
import { type Due, endOf, holdDue } from './due-import.ts';
import type { Change } from './merge.ts';
import { runParts } from './parts/run-parts.ts';
import { fieldsOf, planOf, type RowKept, rowsOf, saidInFile } from './rows.ts';

/** Rows per transaction. */
const chunk = 100;

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
    const rows = await rowsOf(em, id, { after: 0, limit: chunk, waiting: true });
    // The matching job starts the import again after it has matched more rows.
    if (rows.length === 0 && (await isMatching(em, id))) return false;
    if (rows.length === 0) {
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

const isMatching = async (em: EntityManager, id: string) =>
  (await em.execute<object[]>(`select 1 from import_rows where import_id = ? and match = 'pending' limit 1`, [id]))
    .length > 0;

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
  let room = vaultLimits.entries - (await countOf(em, due.user_id));
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
      done.push({ position, ...(await change(transaction, entry, plan.change)) });
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

async function change({ em, publish }: Transaction, entry: Entry, change: Change): Promise<Omit<Done, 'position'>> {
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

async function countOf(em: EntityManager, userId: string): Promise<number> {
  const [row] = await em.execute<{ entries: number }[]>(
    'select count(*)::int as entries from entries where user_id = ?',
    [userId],
  );
  return row?.entries ?? 0;
}

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
