import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { withDatabase } from '@nightshelf/servers/postgres/databases.ts';

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

export interface WorkDone {
  /** Pages of 8 KB, of tables and indexes, each counted as often as it was read. */
  readonly pages: number;
  /** Rows that each step of the plans has passed to the next. */
  readonly rows: number;
}

/**
 * Measures the work of PostgreSQL for the statements of `act`, independent of time, with current statistics. Rolls
 * their changes back.
 */
export const workDone = (databaseUrl: string, act: (em: EntityManager) => Promise<unknown>): Promise<WorkDone> =>
  withDatabase(databaseUrl, async (client) => {
    let [pages, rows] = [0, 0];
    const execute = async (text: string, given: readonly unknown[] = []) => {
      let place = 0;
      const sql = text.replaceAll('?', () => `$${++place}`);
      await client.query('savepoint before');
      const explained = await client.query(`explain (analyze, buffers, format json) ${sql}`, [...given]);
      await client.query('rollback to before');
      const [{ Plan }] = explained.rows[0]['QUERY PLAN'] as [{ readonly Plan: PlanNode }];
      pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
      rows += rowsOf(Plan);
      return (await client.query(sql, [...given])).rows;
    };
    await client.query('vacuum analyze');
    await client.query('begin');
    await act({ execute } as unknown as EntityManager);
    return { pages, rows };
  });

const rowsOf = (node: PlanNode): number =>
  (node.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), node['Actual Rows'] * node['Actual Loops']);
