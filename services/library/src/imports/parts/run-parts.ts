import { randomUUIDv7 } from 'node:crypto';
import type { ImportPart } from '@nightshelf/contracts/import-parts.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { holdSessions, roomInJournal } from '../../journal/refuse-session.ts';
import { holdEachList, holdLists } from '../../lists/game-lists.ts';
import type { Due } from '../due-import.ts';
import { type Made, makers } from './makers.ts';

/** Parts per transaction. */
const chunk = 100;

/**
 * Imports the next parts, once their games are imported; existing equal records stay as they are.
 * @returns whether there were any
 */
export async function runParts(transaction: Transaction, due: Due): Promise<boolean> {
  const { em } = transaction;
  const parts = await em.execute<{ position: number; given: ImportPart }[]>(
    'select position, given from import_parts where import_id = ? and fate is null order by position limit ?',
    [due.id, chunk],
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
