import type { TopicSettings } from '@nightshelf/contracts/events/topics.ts';
import type { Logger } from '../../logging/logger.ts';
import { traceRecords } from '../../tracing/trace-publishing.ts';
import type { EventBus, Positions, PublishOutcome } from '../bus.ts';
import { withDeadLetterTopics } from '../dead-letters/topics.ts';
import { BusLostContentError, RecordHeldBackError, RecordRefusedError } from '../delivery/publish-errors.ts';
import { backoffMs } from './backoff.ts';
import { type Depth, measureDepth } from './depth.ts';
import { type FailedRow, type OutboxRow, OutboxTable } from './outbox-table.ts';
import { RelayConnection } from './relay-connection.ts';
import { Rounds } from './rounds.ts';
import { type HeldShare, renewMs, Shares } from './shares.ts';
import { SharesTable, type TakenShare } from './shares-table.ts';

export interface RelaySessionOptions {
  readonly databaseUrl: string;
  readonly bus: EventBus;
  readonly topics: Readonly<Record<string, TopicSettings>>;
  readonly logger: Logger;
  readonly onPublished: (count: number) => void;
  readonly onFailed: (count: number) => void;
}

export interface RelayIdentity {
  /** The same for all consecutive sessions of a relay. */
  readonly id: string;
  /** Whether it takes only free partitions, for a command that ends soon. */
  readonly guest: boolean;
}

const batchSize = 500;
/** Interval between checks that the bus still has what it acknowledged. */
const checkIntervalMs = 3000;
const pruneIntervalMs = 60_000;
/** How long the bus may be at fault before the relay releases its partitions to another that may reach it. */
const patienceMs = 3000;

/** A database connection and the partitions that are published through it. */
export class RelaySession {
  readonly #options: RelaySessionOptions;
  readonly #connection: RelayConnection;
  readonly #outbox: OutboxTable;
  readonly #table: SharesTable;
  readonly shares: Shares;
  readonly #rounds: Rounds;
  readonly #marks: Positions = new Map();
  readonly #renewing: NodeJS.Timeout;
  #topicsEnsured = false;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #pruneAt = 0;
  #againTurn = 0;
  #busFaultSince: number | undefined;

  private constructor(options: RelaySessionOptions, connection: RelayConnection, relay: RelayIdentity) {
    this.#options = options;
    this.#connection = connection;
    this.#outbox = new OutboxTable(connection, relay.id);
    this.#rounds = new Rounds(this.#outbox, batchSize);
    this.#table = new SharesTable(connection, relay.id);
    this.shares = new Shares(this.#table, options.logger, relay.guest);
    this.#renewing = setInterval(() => {
      if (this.shares.due) void this.shares.renew().catch(() => undefined);
    }, renewMs / 2);
  }

  static async open(options: RelaySessionOptions, relay: RelayIdentity): Promise<RelaySession> {
    return new RelaySession(options, await RelayConnection.open(options.databaseUrl), relay);
  }

  get fallen(): Error | undefined {
    return this.#connection.fallen;
  }

  depth(): Promise<Depth> {
    return measureDepth(this.#connection);
  }

  /**
   * Publishes the oldest new events of each topic, up to a batch, then a batch of events to publish again.
   * @returns whether there may be more to publish immediately
   * @throws when the database or the bus is unavailable
   */
  async publishBatch(): Promise<{ readonly more: boolean }> {
    try {
      const more = await this.#publishBatch();
      this.#busFaultSince = undefined;
      return { more };
    } catch (error) {
      if (error instanceof BusLostContentError) {
        await this.#publishAgain(this.shares.usable(), error);
        return { more: true };
      }
      if (!this.fallen) await this.#onBusFault();
      throw error;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#renewing);
    if (!this.fallen) await this.shares.leave().catch(() => undefined);
    await this.#connection.close();
  }

  async #publishBatch(): Promise<boolean> {
    // A relay that lost the bus takes no new partition until it reconnects.
    if (this.#busFaultSince !== undefined) await this.#insistOnBus();
    if (this.shares.balanceDue) await this.#takeOrGiveBack(await this.shares.balance());
    const shares = this.shares.usable();
    if (shares.length === 0) return false;
    await this.#greetBus(shares);
    await this.#prune(shares);
    const ours = shares.map(({ share }) => share);
    const lookedAt = await this.#rounds.look(ours);
    const ready = lookedAt.filter(({ waits }) => !waits);
    const more = this.#rounds.goOn(lookedAt, await this.#publish(shares, ready));
    const again = await this.#publishNextAgain();
    return more || again;
  }

  /** A partition must be checked against the bus before it is published, because new offsets would hide a loss. */
  async #takeOrGiveBack(taken: readonly TakenShare[]): Promise<void> {
    try {
      await this.#take(taken);
    } catch (error) {
      await this.shares.giveBack(taken);
      throw error;
    }
  }

  async #take(taken: readonly TakenShare[]): Promise<void> {
    const { bus } = this.#options;
    if (taken.length === 0) return;
    this.#rounds.clear();
    const lacking: TakenShare[] = [];
    for (const share of taken) {
      // Checked one by one: they may come from different relays, one of which published after the bus had lost records.
      const lost = share.bus === bus.name ? await bus.lost(new Map(Object.entries(share.marks))) : 'its first contact';
      if (lost !== null) lacking.push(share);
      else for (const [name, position] of Object.entries(share.marks)) this.#marks.set(name, position);
    }
    if (lacking.length > 0) {
      const ours = this.shares.usable().filter(({ share }) => lacking.some((one) => one.share === share));
      if (ours.length < lacking.length) throw new Error('The lease ran out while the bus was asked');
      await this.#publishAgain(ours, new BusLostContentError('It does not have what was published'));
    }
  }

  /** @returns the ids of the published events */
  async #publish(shares: readonly HeldShare[], rows: readonly OutboxRow[]): Promise<readonly string[]> {
    const { bus, onPublished, onFailed } = this.#options;
    if (rows.length === 0) return [];
    const before = new Map(this.#marks);
    const endSpans = traceRecords(rows);
    const outcomes = await bus.publish(rows, this.#marks).finally(endSpans);
    const { published, failed, fault } = this.#sort(rows, outcomes);
    const concerned = new Set(rows.map(({ share }) => share));
    const held = shares.filter(({ share }) => concerned.has(share));
    if (published.length > 0 || failed.length > 0) {
      await this.#outbox.mark(held, published, failed, changed(before, this.#marks));
    }
    onPublished(published.length);
    onFailed(failed.length);
    if (fault) throw fault;
    return published;
  }

  /**
   * One bounded step through the range of one partition.
   * @returns whether there may be more
   */
  async #publishNextAgain(): Promise<boolean> {
    const waiting = this.shares.usable().filter(({ again }) => again !== null);
    this.#againTurn += 1;
    const share = waiting[this.#againTurn % waiting.length];
    if (!share?.again) return false;
    const { rows, rest } = await this.#outbox.again(share.share, share.again);
    const before = new Map(this.#marks);
    const outcomes = await this.#options.bus.publish(rows, this.#marks);
    const { fault } = this.#sort(rows, outcomes);
    if (fault) throw fault;
    // Events refused this time are retried like new ones.
    await this.#outbox.unpublish(rows.filter((_, index) => outcomes[index]).map(({ id }) => id));
    await this.#table.advance(share, rest, changed(before, this.#marks));
    share.again = rest;
    // The finished range may have been the only reason to keep some events.
    if (rest === null) this.#pruneAt = 0;
    this.#options.onPublished(rows.length);
    return rest !== null || waiting.length > 1;
  }

  #sort(rows: readonly OutboxRow[], outcomes: readonly PublishOutcome[]) {
    const published: string[] = [];
    const failed: FailedRow[] = [];
    let fault: Error | undefined;
    for (const [index, row] of rows.entries()) {
      const outcome = outcomes[index];
      if (!outcome) published.push(row.id);
      else if (outcome instanceof RecordRefusedError) {
        const delayMs = backoffMs(row.attempts + 1);
        failed.push({ id: row.id, error: outcome.message.slice(0, 1000), delayMs });
        const { topic, id, attempts } = row;
        this.#options.logger.error({ err: outcome, topic, outboxId: id, attempts }, 'The bus refuses an event');
      } else if (!(outcome instanceof RecordHeldBackError)) fault = outcome;
    }
    // The bus may have lost topics or records, or come back without them.
    if (published.length < rows.length) {
      this.#topicsEnsured = false;
      this.#checkedAt = Number.NEGATIVE_INFINITY;
    }
    return { published, failed, fault };
  }

  async #greetBus(shares: readonly HeldShare[]): Promise<void> {
    const { bus, topics } = this.#options;
    const now = performance.now();
    if (now - this.#checkedAt < checkIntervalMs) return;
    const lost = await bus.lost(this.#marks);
    if (lost !== null) await this.#publishAgain(shares, new BusLostContentError(lost));
    if (!this.#topicsEnsured) await bus.ensureTopics(withDeadLetterTopics(topics));
    this.#topicsEnsured = true;
    this.#checkedAt = now;
  }

  async #publishAgain(shares: readonly HeldShare[], reason: BusLostContentError): Promise<void> {
    const { bus, topics, logger } = this.#options;
    if (shares.length === 0) return;
    const range = await this.#table.publishAgain(shares, bus.name);
    if (shares.length >= this.shares.usable().length) this.#marks.clear();
    for (const share of shares) share.again = range;
    if (range) logger.warn({ bus: bus.name, err: reason, ...range }, 'The bus has lost events: publishing again');
    await bus.ensureTopics(withDeadLetterTopics(topics));
  }

  async #prune(shares: readonly HeldShare[]): Promise<void> {
    const now = performance.now();
    if (now < this.#pruneAt || !shares.some(({ share }) => share === 0)) return;
    if (!(await this.#outbox.prune())) this.#pruneAt = now + pruneIntervalMs;
  }

  async #onBusFault(): Promise<void> {
    const now = performance.now();
    this.#busFaultSince ??= now;
    this.#checkedAt = Number.NEGATIVE_INFINITY;
    if (now - this.#busFaultSince > patienceMs) await this.shares.leave().catch(() => undefined);
  }

  async #insistOnBus(): Promise<void> {
    const fault = await this.#options.bus.check();
    if (fault !== null) throw new Error(`The bus ${fault}`);
  }
}

const changed = (before: Positions, after: Positions) =>
  Object.fromEntries([...after].filter(([name, position]) => before.get(name) !== position));
