import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { noteCause } from '../history/cause.ts';
import type { Said as HistoryFields } from '../history/steps.ts';
import { takeBack } from '../history/undo-action.ts';
import { holdSessions } from '../journal/sessions.ts';
import { bumpLibrary } from '../libraries/library-version.ts';
import { holdEachList, holdLists, tellLists } from '../lists/game-lists.ts';
import { tellImport } from './imports.ts';
import type { Change } from './rows.ts';
import { type Due, endOf, holdDue } from './run-import.ts';

/** Rows per transaction. */
const rowsAtOnce = 100;

interface Row {
  readonly position: number;
  readonly fate: 'added' | 'changed';
  readonly entry_id: string;
  readonly before: Change | null;
  readonly after: Change & { readonly version?: number };
}

/**
 * Undoes the next rows of an import, except later edits, and stores the outcome in the same transaction.
 * @returns whether there may be more
 */
export function undoImport(work: Work, id: string): Promise<boolean> {
  return work.transaction(async (transaction) => {
    const { em, tell } = transaction;
    const due = await holdDue(em, id, 'undoing');
    if (!due) return false;
    await noteCause(em, { kind: 'import_undone', id });
    if (await undoParts(transaction, due)) return true;
    const rows = await em.execute<Row[]>(
      `select position, fate, entry_id, before, after
       from import_rows where import_id = ? and fate in ('added', 'changed') and undone is null
       order by position desc limit ?`,
      [id, rowsAtOnce],
    );
    if (rows.length === 0) {
      await endOf(transaction, due, 'undone');
      return false;
    }
    const parts = rows.map(({ fate, entry_id: entryId, before, after: { version, ...after } }) => ({
      ...{ id: entryId, guid: '', step: 0, version },
      ...{ before: fate === 'added' ? null : (before as HistoryFields), after: after as HistoryFields },
    }));
    const outcomes = await takeBack(transaction, due.user_id, parts, { isReturn: false });
    await bumpLibrary(em, due.user_id);
    await keep(
      em,
      due,
      rows.map(({ position, entry_id }) => ({ position, undone: outcomes.get(entry_id) ?? 'gone' })),
    );
    tell({ to: { user: due.user_id }, event: 'vault', data: {} });
    tellImport(transaction, due.user_id, id);
    return true;
  });
}

async function keep(em: EntityManager, { id }: Due, done: readonly object[]): Promise<void> {
  await em.execute(
    `update import_rows r set undone = d.undone
     from jsonb_to_recordset(?::jsonb) as d (position int, undone text)
     where r.import_id = ? and r.position = d.position`,
    [JSON.stringify(done), id],
  );
  await em.execute('update imports set done = done + ?::int, touched_at = clock_timestamp() where id = ?', [
    done.length,
    id,
  ]);
}

/** Parts per transaction. */
const partsAtOnce = 100;

interface Part {
  readonly position: number;
  readonly kind: 'playthrough' | 'session' | 'list' | 'listed';
  readonly made_id: string;
  readonly place: string | null;
}

/** Deletes a record of each kind unless it was changed since. */
const deletions: Readonly<Record<Part['kind'], (em: EntityManager, part: Part, userId: string) => Promise<object[]>>> =
  {
    listed: (em, { made_id, place }, userId) =>
      em.execute<object[]>(
        `delete from listed_games i using game_lists l, import_parts p
       where i.list_id = ? and i.entry_id = ? and l.id = i.list_id and l.user_id = ?
         and p.made_id = i.list_id and p.place = i.entry_id and nullif(p.given ->> 'note', '') is not distinct from i.note returning 1`,
        [made_id, place, userId],
      ),
    list: (em, { made_id }, userId) =>
      em.execute<object[]>(
        `delete from game_lists l where id = ? and user_id = ? and words_version = 1
         and not exists (select from listed_games where list_id = l.id) returning 1`,
        [made_id, userId],
      ),
    session: (em, { made_id }, userId) =>
      em.execute<object[]>('delete from play_sessions where id = ? and user_id = ? and version = 1 returning 1', [
        made_id,
        userId,
      ]),
    playthrough: (em, { made_id }, userId) =>
      em.execute<object[]>(
        `delete from playthroughs p where id = ? and user_id = ? and version = 1
         and not exists (select from play_sessions where playthrough_id = p.id) returning 1`,
        [made_id, userId],
      ),
  };

/**
 * Undoes the last parts of an import, before its games, so that only the user's own additions still use those.
 * @returns whether there were any
 */
async function undoParts({ em, tell }: Transaction, due: Due): Promise<boolean> {
  const parts = await em.execute<Part[]>(
    `select position, kind, made_id, place from import_parts
     where import_id = ? and fate = 'added' and undone is null order by position desc limit ?`,
    [due.id, partsAtOnce],
  );
  if (parts.length === 0) return false;
  await holdSessions(em, due.user_id);
  await holdLists(em, due.user_id);
  await holdEachList(em, due.user_id);
  for (const part of parts) {
    const gone = await deletions[part.kind](em, part, due.user_id);
    await em.execute('update import_parts set undone = ? where import_id = ? and position = ?', [
      gone.length > 0 ? 'undone' : 'kept',
      due.id,
      part.position,
    ]);
    if (part.kind === 'listed' && gone.length > 0) {
      await em.execute('update game_lists set version = version + 1 where id = ?', [part.made_id]);
    }
    if (part.kind === 'list' && gone.length > 0) tellLists({ tell }, due.user_id, part.made_id, null);
  }
  await em.execute('update imports set touched_at = clock_timestamp() where id = ?', [due.id]);
  return true;
}
