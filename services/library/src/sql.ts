import { notListed } from '@nightshelf/contracts/platforms/platform-names.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/** SQL for a row's platform id as the API returns it. */
export const platformIdOf = (table: string) =>
  `case when ${table}.platform_not_listed then to_jsonb('${notListed}'::text) else to_jsonb(${table}.platform_id) end`;

/** @param from what follows `from` in the statement */
export async function isAny(em: EntityManager, from: string, params: readonly unknown[]): Promise<boolean> {
  const rows = await em.execute<object[]>(`select 1 from ${from} limit 1`, [...params]);
  return rows.length > 0;
}

/** @param from what follows `from` in the statement */
export async function countOf(em: EntityManager, from: string, params: readonly unknown[]): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>(`select count(*)::int as count from ${from}`, [...params]);
  return row?.count ?? 0;
}

/**
 * Returns a page of rows that were read with one more than the limit.
 * @returns the page, and the cursor of the next one; null after the last
 */
export function pageOf<Row, Cursor>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => Cursor) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: last && rows.length > limit ? cursorOf(last) : null };
}

export function insertRow(em: EntityManager, table: string, columns: Readonly<Record<string, unknown>>) {
  const names = Object.keys(columns);
  return em.execute(`insert into ${table} (${names}) values (${names.map(() => '?')})`, Object.values(columns));
}
