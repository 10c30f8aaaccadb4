import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { whileRenewing } from '@nightshelf/platform/jobs/worker.ts';

type Table = 'mails' | 'archives';

/** A row that one process at a time works on. */
export interface Leased {
  readonly id: string;
  /** Number of attempts, including this one. */
  readonly attempts: number;
}

/** Another process may take a row after this long without a renewal. */
const leaseSeconds = 30;
const renewMs = 5000;

const longestPauseSeconds = 300;

/** Workers look for rows within this time after a commit of their process; the wait grows to five seconds while idle. */
export const idleMs = 500;

/**
 * Takes the row that is due longest; other replicas skip it until the lease ends.
 * @param condition which rows to take
 * @param columns the columns to return besides those of the lease
 */
export async function takeDue<Row extends Leased>(
  em: EntityManager,
  table: Table,
  { condition, columns }: { condition: string; columns: string },
): Promise<Row | undefined> {
  const [row] = await em.execute<Row[]>(
    `update ${table} set attempts = attempts + 1, due_at = now() + make_interval(secs => ?)
     where id = (
       select id from ${table} where due_at <= now() and ${condition} order by due_at limit 1 for update skip locked)
     returning id, attempts, ${columns}`,
    [leaseSeconds],
  );
  return row;
}

/** Makes a row due later. Does nothing when another process has taken it. */
export const postpone = (work: Work, table: Table, { id, attempts }: Leased, seconds: number): Promise<unknown> =>
  work.transaction(({ em }) =>
    em.execute(`update ${table} set due_at = now() + make_interval(secs => ?) where id = ? and attempts = ?`, [
      seconds,
      id,
      attempts,
    ]),
  );

/** @returns the pause after a failure, which doubles with each further one */
export const pauseSeconds = (first: number, { attempts }: Leased): number =>
  Math.min(first * 2 ** (attempts - 1), longestPauseSeconds);

/** Renews the row's lease while `act` runs. */
export const whileLeased = <Result>(work: Work, table: Table, row: Leased, act: () => Promise<Result>) =>
  whileRenewing(() => postpone(work, table, row, leaseSeconds), renewMs, act);
