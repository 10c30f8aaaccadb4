import type { MergeRule } from '@nightshelf/contracts/import-rules.ts';
import type { ImportOptions, ImportStatus } from '@nightshelf/contracts/imports.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { tellImport } from './vault-imports.ts';

/** An import that goes on, held until the transaction ends. */
export interface Due {
  readonly id: string;
  readonly user_id: string;
  readonly rule: MergeRule;
  readonly options: ImportOptions;
}

/** Null where it does not go on in this way any more: it was paused or ended, or is over. */
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

/** After how long it is taken for granted that nobody goes on with an import, in seconds. */
const quietSeconds = 10;

/** Some of the imports with which nobody goes on. */
export const waitingImports = (work: Work) =>
  work.query().execute<{ id: string }[]>(
    `select id from imports where status in ('running', 'undoing')
       and touched_at < clock_timestamp() - make_interval(secs => ?) order by touched_at limit 20`,
    [quietSeconds],
  );
