import { importRules } from '@nightshelf/contracts/import-rules.ts';
import type { VaultImport } from '@nightshelf/contracts/imports.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { conflict, notFound } from '@nightshelf/platform/errors/coded-error.ts';

export const importColumns = `
  id, name, source, options, rule, status, rows, received, done,
  case when match_due_at is not null and status in ('ready', 'running', 'paused', 'done') then (
    select jsonb_build_object('left', p.rows, 'seconds_left', ceil(p.rows / nullif(match_rows_per_second, 0))::int)
    from (select count(*)::int as rows from import_rows r where r.import_id = imports.id and r.match = 'pending') p
    where p.rows > 0) end as matching,
  to_char(begun_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as begun_at,
  to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ended_at`;

/** Returns the user's imports, newest first. */
export const listImports = (em: EntityManager, userId: string): Promise<VaultImport[]> =>
  em.execute<VaultImport[]>(`select ${importColumns} from imports where user_id = ? order by id desc`, [userId]);

/** @throws CodedError 404 for an unknown import or another user's */
export async function ownImport(em: EntityManager, userId: string, id: string): Promise<VaultImport> {
  const [found] = await em.execute<VaultImport[]>(`select ${importColumns} from imports where user_id = ? and id = ?`, [
    userId,
    id,
  ]);
  if (!found) throw notFound('library.import_not_found', 'Import not found.');
  return found;
}

/**
 * Locks an import until the transaction ends, so that changes to it run one after the other.
 * @throws CodedError 404
 */
export async function holdImport(em: EntityManager, userId: string, id: string): Promise<VaultImport> {
  await em.execute('select 1 from imports where user_id = ? and id = ? for update', [userId, id]);
  return ownImport(em, userId, id);
}

/** Notifies the user's tabs and devices of an import's progress. */
export const tellImport = ({ tell }: Pick<Transaction, 'tell'>, userId: string, id: string) =>
  tell({ to: { user: userId }, event: 'imports', data: { import_id: id } });

export const notNow = (message: string) => conflict('library.import_step', message);

/** Deletes a batch of expired imports of all users. @returns whether there may be more */
export async function pruneImports(em: EntityManager): Promise<boolean> {
  const gone = await em.execute<object[]>(
    `delete from imports where id in (
       select id from imports where begun_at < clock_timestamp() - make_interval(days => ?)
       order by begun_at limit 10 for update skip locked) returning 1`,
    [importRules.days],
  );
  return gone.length === 10;
}
