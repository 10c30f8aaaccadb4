import type { Work } from '@nightshelf/platform/database/work.ts';
import { whileRenewing } from '@nightshelf/platform/jobs/worker.ts';

/** A table of due tasks; a lease ensures that only one process works on each. */
interface Leases {
  readonly table: string;
  readonly key: string;
  readonly dueAt: string;
  readonly leasedUntil: string;
  /** A process that stops renewing its lease for this long counts as dead. */
  readonly seconds: number;
  readonly condition?: string;
}

const isFree = ({ dueAt, leasedUntil, condition = 'true' }: Leases) => `
  ${dueAt} <= clock_timestamp() and (${leasedUntil} is null or ${leasedUntil} < clock_timestamp()) and ${condition}`;

const lease = ({ leasedUntil, seconds }: Leases) =>
  `${leasedUntil} = clock_timestamp() + make_interval(secs => ${seconds})`;

/** Returns some of the due tasks that no process works on, longest overdue first. */
export const findDue = (work: Work, of: Leases) =>
  work
    .query()
    .execute<{ id: string }[]>(
      `select ${of.key} as id from ${of.table} where ${isFree(of)} order by ${of.dueAt} limit 20`,
    );

/**
 * Returns columns of the task, or undefined when it is not due or another process has the lease.
 * @param set further assignments
 */
export const takeLease = <Row>(
  work: Work,
  of: Leases,
  id: string,
  columns: string,
  set = '',
): Promise<Row | undefined> =>
  work.transaction(async ({ em }) => {
    const [row] = await em.execute<(Row & object)[]>(
      `update ${of.table} set ${lease(of)} ${set} where ${of.key} = ? and ${isFree(of)} returning ${columns}`,
      [id],
    );
    return row;
  });

/**
 * Renews the lease while `act` runs.
 * @param held columns that identify the task only while this process has its lease
 */
export async function whileLeased<Result>(
  work: Work,
  of: Leases,
  held: Readonly<Record<string, string>>,
  act: () => Promise<Result>,
): Promise<Result> {
  const isHeld = Object.keys(held)
    .map((column) => `${column} = ?`)
    .join(' and ');
  const renew = `update ${of.table} set ${lease(of)} where ${isHeld}`;
  return whileRenewing(
    () => work.transaction(({ em }) => em.execute(renew, Object.values(held))),
    (of.seconds * 1000) / 4,
    act,
  );
}
