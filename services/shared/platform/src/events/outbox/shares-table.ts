import type { RelayConnection } from './relay-connection.ts';

/** Acknowledged positions as stored, by `<topic>:<partition>`. */
export type MarkRecord = Readonly<Record<string, string>>;

/** Number of partitions; a key's partition is `hashtext(key) & 7`, also in the index. */
export const shareCount = 8;

/** The right to publish a partition while its fencing number is the newest. */
export interface Held {
  readonly share: number;
  readonly fence: string;
}

/** A range of outbox ids whose published events are to be published again. */
export interface AgainRange {
  /** The last id that has been checked. */
  readonly after: string;
  /** The last id of the range. */
  readonly upto: string;
}

export interface TakenShare extends Held {
  /** The bus that `marks` belong to; null in a new database. */
  readonly bus: string | null;
  readonly marks: MarkRecord;
  readonly again: AgainRange | null;
}

const fences = (held: readonly Held[]) => [held.map(({ share }) => share), held.map(({ fence }) => fence)];

/** The partitions' leases, by the database's clock. Every change requires the newest fencing number. */
export class SharesTable {
  readonly #connection: RelayConnection;
  readonly #relay: string;

  constructor(connection: RelayConnection, relay: string) {
    this.#connection = connection;
    this.#relay = relay;
  }

  /**
   * Sends a heartbeat.
   * @returns the number of live relays, this one included
   */
  async beat(aliveMs: number): Promise<number> {
    const [row] = await this.#connection.query<{ others: number }>(
      `with beat as (
         insert into outbox_relays (relay, seen_at) values ($1, clock_timestamp())
         on conflict (relay) do update set seen_at = clock_timestamp()
       ), gone as (delete from outbox_relays where relay <> $1 and seen_at < clock_timestamp() - interval '1 minute')
       select count(*)::int as others from outbox_relays
       where relay <> $1 and seen_at > clock_timestamp() - $2::float8 * interval '1 millisecond'`,
      [this.#relay, aliveMs],
    );
    return (row?.others ?? 0) + 1;
  }

  /** @returns the partitions that this relay still holds */
  async renew(held: readonly Held[], leaseMs: number): Promise<ReadonlySet<number>> {
    if (held.length === 0) return new Set();
    const rows = await this.#connection.query<{ share: number }>(
      `update outbox_shares as shares set expires_at = clock_timestamp() + $4::float8 * interval '1 millisecond'
       from unnest($2::int[], $3::bigint[]) as held (share, fence)
       where shares.share = held.share and shares.fence = held.fence and shares.holder = $1
       returning shares.share`,
      [this.#relay, ...fences(held), leaseMs],
    );
    return new Set(rows.map(({ share }) => share));
  }

  /** Takes partitions that are free, were held in an earlier connection of this relay, or whose lease has expired. */
  async take(most: number, leaseMs: number, held: readonly Held[]): Promise<readonly TakenShare[]> {
    const rows = await this.#connection.query<{
      share: number;
      fence: string;
      bus: string | null;
      marks: MarkRecord;
      after: string | null;
      upto: string | null;
    }>(
      `update outbox_shares set holder = $1, fence = fence + 1,
         expires_at = clock_timestamp() + $3::float8 * interval '1 millisecond'
       where share in (
         select share from outbox_shares
         where (holder is null or holder = $1 or expires_at < clock_timestamp()) and share <> all ($4::int[])
         order by share limit $2 for update skip locked)
       returning share, fence, bus, marks, again_after as after, again_upto as upto`,
      [this.#relay, most, leaseMs, held.map(({ share }) => share)],
    );
    return rows.map(({ after, upto, ...row }) => ({
      ...row,
      again: after === null || upto === null ? null : { after, upto },
    }));
  }

  /** Frees partitions for other relays. */
  async release(held: readonly Held[]): Promise<void> {
    if (held.length === 0) return;
    await this.#connection.query(
      `update outbox_shares as shares set holder = null from unnest($2::int[], $3::bigint[]) as held (share, fence)
       where shares.share = held.share and shares.fence = held.fence and shares.holder = $1`,
      [this.#relay, ...fences(held)],
    );
  }

  /** Releases the partitions and removes the relay from the live ones. */
  async leave(held: readonly Held[]): Promise<void> {
    await this.release(held);
    await this.#connection.query('delete from outbox_relays where relay = $1', [this.#relay]);
  }

  /**
   * Schedules all kept events of the partitions to be published again to this bus, and discards its acknowledged
   * offsets.
   */
  async publishAgain(held: readonly Held[], bus: string): Promise<AgainRange | null> {
    const [row] = await this.#connection.query<{ after: string; upto: string }>(
      `with kept as (
         select min(id) - 1 as after, max(id) as upto from outbox
         where exists (select 1 from outbox where published_at is not null)
       )
       update outbox_shares as shares
       set bus = $4, marks = '{}', again_after = kept.after, again_upto = kept.upto
       from unnest($2::int[], $3::bigint[]) as held (share, fence), kept
       where shares.share = held.share and shares.fence = held.fence and shares.holder = $1
       returning again_after as after, again_upto as upto`,
      [this.#relay, ...fences(held), bus],
    );
    return row?.upto ? row : null;
  }

  /** Stores the progress of a range and the acknowledged offsets. */
  async advance({ share, fence }: Held, range: AgainRange | null, marks: MarkRecord): Promise<void> {
    await this.#connection.query(
      `update outbox_shares set again_after = $4, again_upto = $5, marks = marks || $6::jsonb
       where share = $2 and fence = $3 and holder = $1`,
      [this.#relay, share, fence, range?.after ?? null, range?.upto ?? null, JSON.stringify(marks)],
    );
  }
}
