import type { Work } from '@nightshelf/platform/database/work.ts';

/** Rows per transaction. */
const batch = 1000;

interface OldRows {
  readonly table: string;
  /** Its primary key. */
  readonly key: string;
  /** The column with the time of a row. */
  readonly time: string;
  readonly days: number;
}

/** Deletes some of the rows that are older than these days. @returns whether more may be left */
export async function deleteOld(work: Work, { table, key, time, days }: OldRows): Promise<boolean> {
  const gone = await work.transaction(({ em }) =>
    em.execute<object[]>(
      `delete from ${table} where (${key}) in (
         select ${key} from ${table} where ${time} < now() - make_interval(days => ?)
         order by ${time} limit ? for update skip locked)
       returning 1`,
      [days, batch],
    ),
  );
  return gone.length === batch;
}
