import type { MergeRule } from '@nightshelf/contracts/import-rules.ts';
import type { ImportOptions, ImportStatus } from '@nightshelf/contracts/imports.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { tellImport } from './vault-imports.ts';

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
