import type { BusRecord } from '../bus.ts';
import type { RelayConnection } from './relay-connection.ts';
import type { AgainRange, Held, MarkRecord } from './shares-table.ts';

/** A recorded event that is not on the bus yet. */
export interface OutboxRow extends BusRecord {
  readonly id: string;
  readonly share: number;
  readonly attempts: number;
}

export interface FailedRow {
  readonly id: string;
  readonly error: string;
  readonly delayMs: number;
}

/** The range of ids in which a topic is searched for unpublished events. */
export interface TopicRange extends AgainRange {
  readonly topic: string;
}

/** An event found in the search. */
export interface LookedAtRow extends OutboxRow {
  /** Whether it must wait, because it or an earlier event of its key failed; then without its value. */
  readonly waits: boolean;
  /** End of the range in which it was found. */
  readonly upto: string;
}

/** How long published events are kept at least, in case the bus loses them. */
const keepFor = "interval '24 hours'";

/** Maximum published rows deleted by one statement. */
const pruneSize = 1000;
/** Rows read at a time in search of events to publish again; an eighth of them belongs to the partition. */
const windowSize = 4000;

/**
 * SQL: the event is unpublished, as in the indexes `outbox_waiting_topics` and `outbox_waiting_lines`. With
 * `published_at is null` PostgreSQL would choose other indexes and read the whole backlog while its statistics are from
 * an empty outbox.
 */
const isWaiting = 'num_nulls(published_at) > 0';

/** SQL: a row with known id and key is not in a range to publish again. */
export const isNotAgain = `not exists (
  select 1 from outbox_shares where share = (hashtext(key) & 7) and id > again_after and id <= again_upto)`;

/** The relays' queries of the outbox. Each statement reads and writes a bounded number of rows. */
export class OutboxTable {
  readonly #connection: RelayConnection;
  readonly #relay: string;

  constructor(connection: RelayConnection, relay: string) {
    this.#connection = connection;
    this.#relay = relay;
  }

  /**
   * Returns the oldest unpublished events of each topic, at most `limit`, including those that must wait; all oldest
   * first.
   * @param under ranges in which to continue; other topics are searched from their oldest event to the newest of all
   */
  next(limit: number, shares: readonly number[], under: readonly TopicRange[]): Promise<LookedAtRow[]> {
    // Row comparisons, so that PostgreSQL has only one index to choose for each subquery.
    return this.#connection.query<LookedAtRow & { value: string }>(
      `with recursive topics as (
         (select topic from outbox where ${isWaiting} order by topic limit 1)
         union all
         select (select topic from outbox where ${isWaiting} and topic > topics.topic order by topic limit 1)
         from topics where topic is not null
       ), ranges as (
         select topics.topic, coalesce(under.after, 0) as after, coalesce(under.upto, newest.id) as upto
         from topics
         left join unnest($3::text[], $4::bigint[], $5::bigint[]) as under (topic, after, upto) on under.topic = topics.topic
         cross join (select max(id) as id from outbox) as newest
         where topics.topic is not null
       ), looked_at as (
         select ranges.*, next.*
         from ranges
         cross join lateral (
           select of_share.*, share
           from unnest($2::int[]) as shares (share)
           cross join lateral (
             select id, key, attempts, envelope from outbox
             where ${isWaiting} and (hashtext(key) & 7, topic, id) > (share, ranges.topic, ranges.after)
               and (hashtext(key) & 7, topic, id) <= (share, ranges.topic, ranges.upto)
             order by hashtext(key) & 7, topic, id limit $1
           ) as of_share
           order by of_share.id limit $1
         ) as next
       ), lines as (
         select line.topic, line.key, first.id <= line.after or coalesce(first.next_attempt_at > now(), false) as waits
         from (select distinct topic, key, after from looked_at) as line
         cross join lateral (
           select id, next_attempt_at from outbox
           where ${isWaiting} and (topic, key, id) >= (line.topic, line.key, 0)
           order by topic, key, id limit 1
         ) as first
       )
       select id, share, topic, upto, key, attempts, waits, case when waits then '' else envelope end as value
       from looked_at join lines using (topic, key)
       order by id`,
      [limit, shares, under.map(({ topic }) => topic), under.map(({ after }) => after), under.map(({ upto }) => upto)],
    );
  }

  /**
   * Stores the outcome of a batch in one statement, except for partitions that have passed to another relay.
   * @param marks the offsets that the bus acknowledged with the batch
   */
  async mark(
    held: readonly Held[],
    published: readonly string[],
    failed: readonly FailedRow[],
    marks: MarkRecord,
  ): Promise<void> {
    await this.#connection.query(
      `with fenced as (
         update outbox_shares as shares set marks = marks || $8::jsonb
         from unnest($2::int[], $3::bigint[]) as held (share, fence)
         where shares.share = held.share and shares.fence = held.fence and shares.holder = $1
         returning shares.share
       ), failed as (
         select * from unnest($5::bigint[], $6::text[], $7::float8[]) as failed (id, error, delay_ms)
       ), marked_failed as (
         update outbox set attempts = attempts + 1, last_error = failed.error,
           next_attempt_at = now() + failed.delay_ms * interval '1 millisecond'
         from failed where outbox.id = failed.id and (hashtext(key) & 7) in (select share from fenced)
       )
       update outbox set published_at = now(), next_attempt_at = null
       where id = any ($4::bigint[]) and (hashtext(key) & 7) in (select share from fenced)`,
      [
        this.#relay,
        held.map(({ share }) => share),
        held.map(({ fence }) => fence),
        published,
        failed.map(({ id }) => id),
        failed.map(({ error }) => error),
        failed.map(({ delayMs }) => delayMs),
        JSON.stringify(marks),
      ],
    );
  }

  /** Returns the next published events of a range, oldest first, and the rest of the range; null when it is done. */
  async again(share: number, range: AgainRange): Promise<{ rows: OutboxRow[]; rest: AgainRange | null }> {
    const [found] = await this.#connection.query<{ rows: OutboxRow[] | null; seen: string | null }>(
      `with looked_at as (
         select id, topic, key, envelope, published_at from outbox where id > $2 and id <= $3 order by id limit ${windowSize}
       )
       select (select max(id)::text from looked_at) as seen, (
         select json_agg(json_build_object(
           'id', id::text, 'share', $1::int, 'topic', topic, 'key', key, 'value', envelope, 'attempts', 0) order by id)
         from looked_at where published_at is not null and (hashtext(key) & 7) = $1) as rows`,
      [share, range.after, range.upto],
    );
    const seen = found?.seen ?? null;
    const rest = seen === null || BigInt(seen) >= BigInt(range.upto) ? null : { after: seen, upto: range.upto };
    return { rows: found?.rows ?? [], rest };
  }

  async unpublish(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#connection.query('update outbox set published_at = null where id = any ($1::bigint[])', [ids]);
  }

  /**
   * Deletes some old published events that are not to be published again.
   * @returns whether there may be more
   */
  async prune(): Promise<boolean> {
    const rows = await this.#connection.query(
      `delete from outbox where id in (
         select id from (
           select id, key from outbox where published_at < now() - ${keepFor} order by published_at limit ${pruneSize}
         ) as oldest
         where ${isNotAgain}
       ) returning 1`,
    );
    return rows.length === pruneSize;
  }
}
