import type { ImportedFields } from '@nightshelf/contracts';
import type { Change } from '@nightshelf/platform';
import { matchRows } from './match.ts';
import { holdImport, notNow, tellImport } from './vault-imports.ts';

/** Rows of one call. */
const part = 500;

interface Rematched {
  readonly found: number;
  /** Behind which rows are still to be looked at; null for none. */
  readonly next: number | null;
}

interface Row {
  readonly position: number;
  readonly given: ImportedFields;
  readonly is_done: boolean;
}

/**
 * Matches rows without a game again, now that others may have been stored. Rows that came to nothing when the import ran wait from
 * then on for its next start.
 * @throws CodedError 404 for an import that is not the user's, 409 while it goes on and when it is over
 */
export function rematchRows(
  work: Change,
  { userId, id, after }: { readonly userId: string; readonly id: string; readonly after: number },
): Promise<Rematched> {
  return work.transaction(async ({ em, tell }) => {
    const { status } = await holdImport(em, userId, id);
    if (!['receiving', 'ready', 'paused', 'done'].includes(status)) throw notNow('Rows cannot be changed now.');
    const rows = await em.execute<Row[]>(
      `select position, given, fate is not null as is_done from import_rows
       where import_id = ? and match = 'none' and position > ? order by position limit ?`,
      [id, after, part],
    );
    const matches = await matchRows(
      em,
      userId,
      rows.map(({ given }) => given),
    );
    const found = rows.flatMap((row, at) => {
      const match = matches[at];
      if (!match || match.match === 'none') return [];
      return [{ by_others: false, ...match, position: row.position, is_done: row.is_done }];
    });
    if (found.length > 0) {
      await em.execute(
        `update import_rows r set match = f.match, guid = f.guid, alternatives = f.alternatives, by_others = f.by_others, fate = null
         from jsonb_to_recordset(?::jsonb) as f (position int, match text, guid text, alternatives jsonb, by_others boolean)
         where r.import_id = ? and r.position = f.position`,
        [JSON.stringify(found), id],
      );
      const undecided = found.filter(({ is_done }) => is_done).length;
      await em.execute('update imports set done = done - ?::int where id = ?', [undecided, id]);
      tellImport({ tell }, userId, id);
    }
    return { found: found.length, next: rows.length === part ? (rows.at(-1)?.position ?? null) : null };
  });
}
