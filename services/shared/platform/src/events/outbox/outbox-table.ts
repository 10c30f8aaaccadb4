import type pg from 'pg';
import type { BusRecord } from '../bus.ts';

/** An unpublished event. */
export interface OutboxRow extends BusRecord {
  readonly id: string;
  readonly attempts: number;
}

export interface FailedRow {
  readonly id: string;
  readonly error: string;
  readonly delayMs: number;
}

/** The row of `outbox_bus`: what the bus has acknowledged, and the range of ids to publish again. */
export interface BusState {
  /** Null before the first contact. */
  readonly bus: string | null;
  readonly positions: Readonly<Record<string, string>>;
  /** The last id of the range that has been published again; null without a range. */
  readonly after: string | null;
  readonly upto: string | null;
}

export interface Depth {
  /** Unpublished events, counted up to a hundred thousand. */
  readonly count: number;
  /** Age of the oldest unpublished event in seconds, 0 when there is none. */
  readonly oldestSeconds: number;
  /** How many of the first thousand unpublished events have failed at least once. */
  readonly failing: number;
  /** Outbox ids still to be published again. */
  readonly again: number;
}

export type Query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/** How long published events are kept at least, in case the bus loses them. */
const keepFor = "interval '24 hours'";
/** Maximum published events that one statement deletes. */
const pruneSize = 1000;
/** The oldest unpublished events of a topic among which ready ones are sought, so that a refused topic stays cheap. */
const windowSize = 2000;
const mostCounted = 100_000;

/** SQL: a row with known id is not in the range to publish again. */
export const isNotAgain = 'not exists (select 1 from outbox_bus where id > again_after and id <= again_upto)';

/**
 * SQL: the event is unpublished, as in the index `outbox_pending`. With `published_at is null` PostgreSQL would choose
 * other indexes and read the whole backlog while its statistics are from an empty outbox.
 */
const isPending = 'num_nulls(published_at) > 0';

/** Delay before a refused event is retried: 200 ms, 400 ms, ... at most five minutes. */
export const backoffMs = (attempts: number) => Math.min(200 * 2 ** Math.min(attempts - 1, 20), 300_000);

/** Starts a transaction that a suspended process cannot keep open. @returns whether no other relay is publishing */
export async function beginPublishing(query: Query, limitMs: number): Promise<boolean> {
  await query('begin');
  const [row] = await query<{ locked: boolean }>(
    `select set_config('idle_in_transaction_session_timeout', $1, true), set_config('statement_timeout', $1, true),
       pg_try_advisory_xact_lock(hashtext('outbox relay')) as locked`,
    [String(limitMs)],
  );
  return row?.locked === true;
}

export async function readBusState(query: Query): Promise<BusState> {
  const [row] = await query<BusState>(
    'select bus, positions, again_after as after, again_upto as upto from outbox_bus',
  );
  if (!row) throw new Error('The table outbox_bus has no row');
  return row;
}

/**
 * Returns the oldest events that can be published, at most `limit` of each topic so that a refused topic does not delay
 * the others. An event waits while it or an earlier one of its key has to wait for a retry.
 */
export const nextPending = (query: Query, limit: number): Promise<OutboxRow[]> =>
  // Row comparisons, so that PostgreSQL has only one index to choose.
  query<OutboxRow & { value: string }>(
    `with recursive topics as (
       (select topic from outbox where ${isPending} order by topic limit 1)
       union all
       select (select topic from outbox where ${isPending} and topic > topics.topic order by topic limit 1)
       from topics where topic is not null
     ), oldest as (
       select topics.topic, pending.id,
         coalesce(bool_or(next_attempt_at > now()) over (partition by topics.topic, key order by id), false) as waits
       from topics cross join lateral (
         select id, key, next_attempt_at from outbox
         where ${isPending} and (topic, id) > (topics.topic, 0) and (topic, id) <= (topics.topic, 9223372036854775807)
         order by topic, id limit ${windowSize}
       ) as pending
       where topics.topic is not null
     ), ready as (
       select id, row_number() over (partition by topic order by id) as place from oldest where not waits
     )
     select id, topic, key, envelope as value, attempts from outbox
     where id = any (array (select id from ready where place <= $1)) order by id`,
    [limit],
  );

/** Stores the outcome of a batch and what the bus has acknowledged. */
export const storeOutcome = (
  query: Query,
  published: readonly string[],
  failed: readonly FailedRow[],
  positions: ReadonlyMap<string, string>,
) =>
  query(
    `with failed as (
       update outbox set attempts = attempts + 1, last_error = failed.error,
         next_attempt_at = now() + failed.delay_ms * interval '1 millisecond'
       from unnest($2::bigint[], $3::text[], $4::float8[]) as failed (id, error, delay_ms) where outbox.id = failed.id
     ), acknowledged as (update outbox_bus set positions = $5)
     update outbox set published_at = now(), next_attempt_at = null where id = any ($1::bigint[])`,
    [
      published,
      failed.map(({ id }) => id),
      failed.map(({ error }) => error),
      failed.map(({ delayMs }) => delayMs),
      JSON.stringify(Object.fromEntries(positions)),
    ],
  );

/** Returns whether there are events to publish, in one statement, because an idle relay polls often. */
export async function hasPending(query: Query): Promise<boolean> {
  const [row] = await query<{ pending: boolean }>(
    `select exists (select from outbox where ${isPending}) or exists (select from outbox_bus where again_after is not null)
       as pending`,
  );
  return row?.pending === true;
}

/** Schedules all kept events to be published to this bus again. @returns whether there are any */
export async function scheduleAgain(query: Query, bus: string): Promise<boolean> {
  const [row] = await query<{ upto: string | null }>(
    `update outbox_bus set bus = $1, positions = '{}', again_after = kept.after, again_upto = kept.upto
     from (select min(id) - 1 as after, max(id) as upto from outbox
       where exists (select 1 from outbox where published_at is not null)) as kept
     returning again_upto as upto`,
    [bus],
  );
  return typeof row?.upto === 'string';
}

/** Returns the next published events of the range to publish again, and the last id that was checked. */
export async function nextAgain(
  query: Query,
  { after, upto }: BusState,
  limit: number,
): Promise<{ readonly rows: OutboxRow[]; readonly seen: string | null }> {
  const rows = await query<OutboxRow & { isPublished: boolean }>(
    `select id, topic, key, envelope as value, attempts, published_at is not null as "isPublished"
     from outbox where id > $1 and id <= $2 order by id limit $3`,
    [after, upto, limit],
  );
  const isDone = rows.length < limit;
  return { rows: rows.filter(({ isPublished }) => isPublished), seen: isDone ? null : (rows.at(-1)?.id ?? null) };
}

/**
 * Stores how far the range has been published again.
 * @param seen null at its end
 * @param refused events to retry like new ones
 */
export const storeAgain = (
  query: Query,
  seen: string | null,
  refused: readonly string[],
  positions: ReadonlyMap<string, string>,
) =>
  query(
    `with refused as (update outbox set published_at = null where id = any ($2::bigint[]))
     update outbox_bus set again_after = $1::bigint, positions = $3,
       again_upto = case when $1::bigint is null then null else again_upto end`,
    [seen, refused, JSON.stringify(Object.fromEntries(positions))],
  );

/**
 * Deletes some old published events that are not to be published again.
 * @returns whether there may be more
 */
export async function prune(query: Query): Promise<boolean> {
  const rows = await query(
    `delete from outbox where id in (
       select id from (
         select id from outbox where published_at < now() - ${keepFor} order by published_at limit ${pruneSize}
       ) as oldest where ${isNotAgain}
     ) returning 1`,
  );
  return rows.length === pruneSize;
}

/** Measures the backlog; reads a bounded number of index entries. */
export async function measureDepth(query: Query): Promise<Depth> {
  const [row] = await query<Depth>(
    `select
       (select count(*)::int from (select 1 from outbox where published_at is null limit ${mostCounted}) as pending)
         as count,
       coalesce(
         (select greatest(0, extract(epoch from clock_timestamp() - recorded_at))
          from outbox where published_at is null order by id limit 1),
         0)::float8 as "oldestSeconds",
       (select count(*) filter (where attempts > 0)::int
        from (select attempts from outbox where published_at is null order by id limit 1000) as first) as failing,
       (select coalesce(sum(again_upto - again_after), 0)::float8 from outbox_bus) as again`,
  );
  return row ?? { count: 0, oldestSeconds: 0, failing: 0, again: 0 };
}
