import type { Client } from 'pg';
import type { BusRecord } from '../bus.ts';

/** A recorded event that is not on the bus yet. */
export interface OutboxRow extends BusRecord {
  readonly id: string;
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

/** How long published events stay, to be published again when the bus has lost them. */
const keepFor = "interval '24 hours'";

/** Published rows that are deleted at once. */
const pruneSize = 1000;

export interface Depth {
  readonly count: number;
  /** Age of the oldest unpublished event in seconds, 0 when there is none. */
  readonly oldestSeconds: number;
  /** How many events have failed at least once. */
  readonly failing: number;
}

/** What the relay asks of the outbox, in its own connection. */
export class OutboxTable {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Oldest first, leaving out the lines that wait. */
  async next(limit: number, held: readonly HeldLine[]): Promise<OutboxRow[]> {
    const { rows } = await this.#client.query<{
      id: string;
      topic: string;
      key: string;
      value: string;
      attempts: number;
    }>({
      name: held.length === 0 ? 'outbox-next' : 'outbox-next-held',
      text: `select id, topic, key, envelope as value, attempts from outbox
        where published_at is null ${
          held.length === 0
            ? ''
            : `and not exists (
          select 1 from unnest($2::text[], $3::text[]) as held (topic, key)
          where held.topic = outbox.topic and held.key = outbox.key)`
        }
        order by id limit $1`,
      values: held.length === 0 ? [limit] : [limit, held.map(({ topic }) => topic), held.map(({ key }) => key)],
    });
    return rows;
  }

  /** The outcome of a batch, in one statement. */
  async mark(published: readonly string[], failed: readonly FailedRow[]): Promise<void> {
    await this.#client.query({
      name: 'outbox-mark',
      text: `with failed as (
          select * from unnest($2::bigint[], $3::text[], $4::float8[]) as failed (id, error, delay_ms)
        ), marked_failed as (
          update outbox set attempts = attempts + 1, last_error = failed.error,
            next_attempt_at = now() + failed.delay_ms * interval '1 millisecond'
          from failed where outbox.id = failed.id
        )
        update outbox set published_at = now(), next_attempt_at = null where id = any ($1::bigint[])`,
      values: [
        published,
        failed.map(({ id }) => id),
        failed.map(({ error }) => error),
        failed.map((row) => row.delayMs),
      ],
    });
  }

  /** Lines that an earlier relay left waiting, with the milliseconds that are left. */
  async heldLines(): Promise<readonly (HeldLine & { readonly delayMs: number })[]> {
    const { rows } = await this.#client.query<HeldLine & { delayMs: number }>(
      `select topic, key, greatest(0, extract(epoch from next_attempt_at - now()) * 1000)::float8 as "delayMs"
       from outbox where published_at is null and next_attempt_at is not null`,
    );
    return rows;
  }

  async depth(): Promise<Depth> {
    const { rows } = await this.#client.query<Depth>(
      `select count(*)::int as count, coalesce(extract(epoch from now() - min(recorded_at)), 0)::float8 as "oldestSeconds",
         count(*) filter (where attempts > 0)::int as failing
       from outbox where published_at is null`,
    );
    return rows[0] ?? { count: 0, oldestSeconds: 0, failing: 0 };
  }

  /**
   * Notes which bus has what was published. When it is another one than last time, or the same emptied, everything still
   * kept counts as unpublished again; consumers know what they have already handled.
   * @returns how many events are to be published again
   */
  async adopt(bus: string, generation: string): Promise<number> {
    const seen = await this.#client.query(
      'update outbox_relay set seen_at = now() where bus = $1 and generation = $2 returning 1',
      [bus, generation],
    );
    if (seen.rows.length > 0) return 0;
    const { rowCount } = await this.#client.query(
      `with adopted as (
         insert into outbox_relay (bus, generation) values ($1, $2)
         on conflict (bus) do update set generation = excluded.generation, seen_at = now()
       )
       update outbox set published_at = null where published_at > now() - ${keepFor}`,
      [bus, generation],
    );
    return rowCount ?? 0;
  }

  /** Deletes what has been published long ago. */
  async prune(): Promise<void> {
    let deleted = pruneSize;
    while (deleted === pruneSize) {
      const { rowCount } = await this.#client.query(
        `delete from outbox where id in (
           select id from outbox where published_at < now() - ${keepFor} order by published_at limit ${pruneSize})`,
      );
      deleted = rowCount ?? 0;
    }
  }
}
