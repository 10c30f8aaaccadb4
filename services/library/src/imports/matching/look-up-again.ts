import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { holdImport, notNow, tellImport } from '../vault-imports.ts';
import { beginMatching } from './match-import.ts';

/**
 * Queues rows without a game for matching again, since more games may be known now. Processed rows wait for the next
 * start of the import.
 * @returns the number of rows
 * @throws CodedError 404 for an import that is not the user's, 409 while it runs or when it is over
 */
export function lookUpAgain(work: Change, userId: string, id: string): Promise<number> {
  return work.transaction(async ({ em, tell }) => {
    const { status } = await holdImport(em, userId, id);
    if (!['ready', 'paused', 'done'].includes(status))
      throw notNow('Rows cannot be changed in this state of the import.');
    const rows = await em.execute<{ is_done: boolean }[]>(
      `with before as (
         select position, fate from import_rows where import_id = ? and match = 'none'
           and (given ->> 'title' is not null or given ->> 'guid' is not null) for update)
       update import_rows r set match = 'pending', lookup = 0, fate = null from before b
       where r.import_id = ? and r.position = b.position returning b.fate is not null as is_done`,
      [id, id],
    );
    if (rows.length === 0) return 0;
    await em.execute('update imports set done = done - ?::int where id = ?', [
      rows.filter(({ is_done }) => is_done).length,
      id,
    ]);
    await beginMatching({ em }, id);
    tellImport({ tell }, userId, id);
    return rows.length;
  });
}
