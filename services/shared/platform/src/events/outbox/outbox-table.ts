import type { BusRecord } from '../bus.ts';
import type { MarkRecord } from '../delivery/marks.ts';
import type { RelayConnection } from './relay-connection.ts';
import type { AgainRange, Held } from './shares-table.ts';

/** A recorded event that is not on the bus yet. */
export interface OutboxRow extends BusRecord {
  readonly id: string;
  readonly share: number;
  readonly attempts: number;
}

export interface FailedRow {
  readonly id: string;
  readonly error: string;
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;
}

/** A key that waits because its oldest event failed. */
export interface HeldLine {
  readonly topic: string;
  readonly key: string;
}

/** How long published events stay at least, to be published again when the bus has lost them. */
const keepFor = "interval '24 hours'";

/** Published rows that are deleted at once. */
const pruneSize = 1000;
/** Rows that are looked at at once for one share's events to be published again; an eighth of them is of that share. */
const windowSize = 4000;

/** SQL: that a row, of which id and key are known, is not in what is to be published again. */
export const isNotAgain = `not exists (
  select 1 from outbox_shares where share = (hashtext(key) & 7) and id > again_after and id <= again_upto)`;

/** What relays ask of the outbox. No statement reads or writes more than a bounded number of rows. */
export class OutboxTable {
  readonly #connection: RelayConnection;
  readonly #relay: string;

  constructor(connection: RelayConnection, relay: string) {
    this.#connection = connection;
    this.#relay = relay;
  }

  /** Oldest first, leaving out the lines that wait. */
  next(limit: number, shares: readonly number[], held: readonly HeldLine[]): Promise<OutboxRow[]> {
    const waiting = `and not exists (
      select 1 from unnest($3::text[], $4::text[]) as held (topic, key)
      where held.topic = outbox.topic and held.key = outbox.key)`;
    return this.#connection.query<OutboxRow & { value: string }>(
      `select outbox.id, next.share, topic, key, envelope as value, attempts
       from unnest($2::int[]) as shares (share)
       cross join lateral (
         select id, shares.share from outbox
         where published_at is null and (hashtext(key) & 7) = shares.share ${held.length > 0 ? waiting : ''}
         order by id limit $1
       ) as next
       join outbox on outbox.id = next.id
       order by outbox.id limit $1`,
      held.length === 0 ? [limit, shares] : [limit, shares, held.map(({ topic }) => topic), held.map(({ key }) => key)],
    );
  }

  /**
   * The outcome of a batch, in one statement; nothing of a share that has passed to another relay meanwhile.
   * @param marks what the bus has acknowledged with it
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

  /** Lines that an earlier relay left waiting, with the milliseconds that are left; at most a thousand. */
  heldLines(shares: readonly number[]): Promise<(HeldLine & { readonly delayMs: number })[]> {
    return this.#connection.query(
      `select topic, key, greatest(0, extract(epoch from next_attempt_at - now()) * 1000)::float8 as "delayMs"
       from outbox where published_at is null and (hashtext(key) & 7) = any ($1::int[]) and next_attempt_at is not null
       limit 1000`,
      [shares],
    );
  }

  /** The next published events of a range, oldest first, and where the range then stands; null when that was all. */
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

  /** Deletes some of what was published long ago and is not to be published again. @returns whether there may be more */
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
