import type { TopicSettings } from '@nightshelf/contracts';
import pg from 'pg';
import type { Logger } from '../../logging/logger.ts';
import { traceRecords } from '../../tracing/trace-publishing.ts';
import type { EventBus, PublishOutcome } from '../bus.ts';
import { withDeadLetterTopics } from '../dead-letters/topics.ts';
import { RecordHeldBackError, RecordRefusedError } from '../delivery/publish-errors.ts';
import { backoffMs, HeldLines } from './held-lines.ts';
import { type Depth, type FailedRow, type OutboxRow, OutboxTable } from './outbox-table.ts';

export interface RelaySessionOptions {
  readonly databaseUrl: string;
  readonly bus: EventBus;
  readonly topics: Readonly<Record<string, TopicSettings>>;
  readonly logger: Logger;
  readonly onPublished: (count: number) => void;
  readonly onFailed: (count: number) => void;
}

/** Any number; the same in every process that relays. */
const relayLock = 7_249_002;

const batchSize = 500;
/** Milliseconds between looks at whether the bus has lost what it held. */
const generationIntervalMs = 3000;
const pruneIntervalMs = 60_000;

/** One connection to the database; whoever holds its lock is the one relay that publishes. */
export class RelaySession {
  readonly #options: RelaySessionOptions;
  readonly #client: pg.Client;
  readonly #table: OutboxTable;
  readonly #held = new HeldLines();
  #locked = false;
  #topicsEnsured = false;
  #generationSeenAt = Number.NEGATIVE_INFINITY;
  #prunedAt = Number.NEGATIVE_INFINITY;
  /** Undefined while the connection stands, else why it fell. */
  fallen: Error | undefined;

  private constructor(options: RelaySessionOptions, client: pg.Client) {
    this.#options = options;
    this.#client = client;
    this.#table = new OutboxTable(client);
    client.on('error', (error) => {
      this.fallen = error;
    });
    client.on('end', () => {
      this.fallen ??= new Error('The connection to the database has ended');
    });
  }

  static async open(options: RelaySessionOptions): Promise<RelaySession> {
    const client = new pg.Client({
      connectionString: options.databaseUrl,
      application_name: 'relay',
      connectionTimeoutMillis: 3000,
      statement_timeout: 15_000,
      query_timeout: 20_000,
      keepAlive: true,
    });
    const session = new RelaySession(options, client);
    await client.connect();
    return session;
  }

  get active(): boolean {
    return this.#locked && !this.fallen;
  }

  /** @returns whether this is now the one relay that publishes */
  async lock(): Promise<boolean> {
    if (this.#locked) return true;
    const { rows } = await this.#client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      relayLock,
    ]);
    this.#locked = rows[0]?.locked === true;
    if (this.#locked) {
      const now = performance.now();
      for (const line of await this.#table.heldLines()) this.#held.hold(line, line.delayMs, now);
    }
    return this.#locked;
  }

  depth(): Promise<Depth> {
    return this.#table.depth();
  }

  /**
   * Publishes the oldest events, up to a batch. Needs the lock.
   * @returns how many it took in hand; fewer than a batch means that nothing is left that need not wait
   * @throws when the database or the bus is away
   */
  async publishBatch(): Promise<{ readonly taken: number; readonly more: boolean }> {
    const now = performance.now();
    if (now - this.#generationSeenAt > generationIntervalMs) await this.#greetBus(now);
    if (now - this.#prunedAt > pruneIntervalMs) {
      this.#prunedAt = now;
      await this.#table.prune();
    }
    const rows = await this.#table.next(batchSize, this.#held.waiting(now));
    if (rows.length === 0) return { taken: 0, more: false };
    const endSpans = traceRecords(rows);
    const outcomes = await this.#options.bus.publish(rows).finally(endSpans);
    if (outcomes.some((outcome) => outcome !== undefined)) {
      // Topics or contents may be gone, or be when the bus is back.
      this.#topicsEnsured = false;
      this.#generationSeenAt = Number.NEGATIVE_INFINITY;
    }
    const fault = await this.#settle(rows, outcomes);
    if (fault) throw fault;
    return { taken: rows.length, more: rows.length === batchSize };
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }

  /** @returns the fault of the bus as a whole, if there was one */
  async #settle(rows: readonly OutboxRow[], outcomes: readonly PublishOutcome[]): Promise<Error | undefined> {
    const published: string[] = [];
    const failed: FailedRow[] = [];
    let fault: Error | undefined;
    for (const [index, row] of rows.entries()) {
      const outcome = outcomes[index];
      if (!outcome) published.push(row.id);
      else if (outcome instanceof RecordRefusedError) {
        const delayMs = backoffMs(row.attempts + 1);
        failed.push({ id: row.id, error: outcome.message.slice(0, 1000), delayMs });
        this.#held.hold(row, delayMs, performance.now());
        const { topic, id, attempts } = row;
        this.#options.logger.error({ err: outcome, topic, outboxId: id, attempts }, 'The bus refuses an event');
      } else if (!(outcome instanceof RecordHeldBackError)) fault = outcome;
    }
    if (published.length > 0 || failed.length > 0) await this.#table.mark(published, failed);
    this.#options.onPublished(published.length);
    this.#options.onFailed(failed.length);
    return fault;
  }

  async #greetBus(now: number): Promise<void> {
    const { bus, topics, logger } = this.#options;
    const generation = await bus.generation();
    const again = await this.#table.adopt(bus.name, generation);
    if (again > 0) {
      logger.warn({ bus: bus.name, events: again }, 'The bus is another one or was emptied: publishing again');
      this.#topicsEnsured = false;
    }
    if (!this.#topicsEnsured) await bus.ensureTopics(withDeadLetterTopics(topics));
    this.#topicsEnsured = true;
    this.#generationSeenAt = now;
  }
}
