import type { RelayConnection } from './relay-connection.ts';

export interface Depth {
  /** Unpublished events, counted up to a hundred thousand. */
  readonly count: number;
  /** Age of the oldest unpublished event in seconds, 0 when there is none. */
  readonly oldestSeconds: number;
  /** How many of the first thousand unpublished events have failed at least once. */
  readonly failing: number;
  /** Outbox ids still to be checked for events to publish again, over all partitions. */
  readonly again: number;
}

const most = 100_000;

/** Measures the backlog of all relays; reads a bounded number of index entries. */
export async function measureDepth(connection: RelayConnection): Promise<Depth> {
  const [row] = await connection.query<Depth>(
    `select
       (select count(*)::int from (select 1 from outbox where published_at is null limit ${most}) as waiting) as count,
       coalesce(
         (select greatest(0, extract(epoch from clock_timestamp() - recorded_at))
          from outbox where published_at is null order by id limit 1),
         0)::float8 as "oldestSeconds",
       (select count(*) filter (where attempts > 0)::int
        from (select attempts from outbox where published_at is null order by id limit 1000) as first) as failing,
       (select coalesce(sum(again_upto - again_after), 0)::float8 from outbox_shares) as again`,
  );
  return row ?? { count: 0, oldestSeconds: 0, failing: 0, again: 0 };
}
