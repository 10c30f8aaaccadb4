import type { TopicSettings } from '@nightshelf/contracts/events/topics.ts';
import { answerLimit, type DatabaseLimits } from '../../database/limits.ts';
import { PostgresClient } from '../../database/postgres-client.ts';
import type { Logger } from '../../logging/logger.ts';
import { traceRecords } from '../../tracing/spans.ts';
import type { EventBus, PublishOutcome } from '../bus.ts';
import { inTime } from '../delivery/pause.ts';
import { BusLostContentError, RecordHeldBackError, RecordRefusedError } from '../delivery/publish-in-order.ts';
import {
  backoffMs,
  beginPublishing,
  type Depth,
  type FailedRow,
  hasPending,
  measureDepth,
  nextAgain,
  nextPending,
  type OutboxRow,
  prune,
  type Query,
  readBusState,
  scheduleAgain,
  storeAgain,
  storeOutcome,
} from './outbox-table.ts';

export interface RelaySessionOptions {
  readonly databaseUrl: string;
  readonly bus: EventBus;
  readonly topics: Readonly<Record<string, TopicSettings>>;
  readonly logger: Logger;
}

export interface Batch {
  /** Whether another relay is publishing, so that this one did nothing. */
  readonly busy?: boolean;
  readonly published: number;
  readonly failed: number;
  /** Whether there may be more to publish immediately. */
  readonly more: boolean;
  /** Why the bus did not store the rest. */
  readonly fault?: Error | undefined;
}

/** After this time PostgreSQL ends the transaction of a suspended relay, so that another can publish. */
const transactionLimitMs = 5000;
/** Longest wait for the bus within the transaction. */
const busLimitMs = 4000;
const busIsLate = () => new Error(`The bus has not responded for ${busLimitMs} ms`);
/** Interval between checks that the bus still has what it acknowledged. */
const checkIntervalMs = 10_000;
const pruneIntervalMs = 60_000;

/** No limits as startup parameters, because a transaction-pooling proxy refuses such sessions. */
const limits: DatabaseLimits = { statementMs: 0, answerMs: 0, lockMs: 0, idleInTransactionMs: 0, connectMs: 3000 };

/**
 * Publishes batches of the outbox through its own database connection. Each batch is one transaction with a lock, so
 * that one relay at a time publishes. It needs no session state, so it works behind a transaction-pooling proxy. What a
 * relay sends after PostgreSQL has ended its transaction are duplicates, which consumers drop.
 */
export class RelaySession {
  readonly #options: RelaySessionOptions;
  #connection: Promise<PostgresClient> | undefined;
  /** The connection of the current transaction, which must not continue on another one. */
  #inTransaction: PostgresClient | undefined;
  #isBusReady = false;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #pruneAt = 0;

  constructor(options: RelaySessionOptions) {
    this.#options = options;
  }

  depth(): Promise<Depth> {
    return measureDepth(this.#query);
  }

  /** Returns whether a batch has anything to publish, check or delete. */
  async hasWork(): Promise<boolean> {
    const now = performance.now();
    return now - this.#checkedAt >= checkIntervalMs || now >= this.#pruneAt || (await hasPending(this.#query));
  }

  /**
   * Publishes the oldest new events of each topic, then some events that the bus has lost.
   * @param limit number of events, of each topic and of those to publish again
   * @throws when the database or the bus is unavailable
   */
  async publishBatch(limit: number): Promise<Batch> {
    // Before the transaction, so that a relay without a bus keeps no other from publishing.
    if (!this.#isBusReady) await this.#prepareBus();
    try {
      this.#inTransaction = await this.#connect();
      const isOurs = await beginPublishing(this.#query, transactionLimitMs);
      const batch = isOurs ? await this.#publish(limit) : { busy: true, published: 0, failed: 0, more: false };
      await this.#query('commit');
      return batch;
    } catch (error) {
      await this.close();
      this.#onBusFault();
      throw error;
    } finally {
      this.#inTransaction = undefined;
    }
  }

  /** Ends the connection, and the transaction with it. */
  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.then((client) => client.end()).catch(() => undefined);
  }

  readonly #query: Query = async (text, values) => {
    const client = this.#inTransaction ?? (await this.#connect());
    return (await answerLimit.run(transactionLimitMs, () => client.query(text, values))).rows;
  };

  #connect(): Promise<PostgresClient> {
    if (!this.#connection) {
      const { databaseUrl: connectionString } = this.#options;
      const client = new PostgresClient({ connectionString, application_name: 'relay', limits, options: undefined });
      const connection = client.connect().then(() => client);
      const forget = () => {
        if (this.#connection === connection) this.#connection = undefined;
      };
      connection.catch(forget);
      client.on('end', forget);
      this.#connection = connection;
    }
    return this.#connection;
  }

  async #prepareBus(): Promise<void> {
    const { bus, topics } = this.#options;
    const fault = await bus.check();
    if (fault !== null) throw new Error(`The bus ${fault}`);
    await bus.ensureTopics(topics);
    this.#isBusReady = true;
  }

  /** The bus may have lost topics or records, or come back without them. */
  #onBusFault(): void {
    this.#isBusReady = false;
    this.#checkedAt = Number.NEGATIVE_INFINITY;
  }

  async #publish(limit: number): Promise<Batch> {
    const { bus } = this.#options;
    const state = await readBusState(this.#query);
    const positions = new Map(Object.entries(state.positions));
    const lost = state.bus === bus.name ? await this.#findLost(positions) : 'its first contact';
    if (lost !== null) return this.#publishAgain(lost);

    const rows = await nextPending(this.#query, limit);
    const endSpans = traceRecords(rows);
    const outcomes = await inTime(busLimitMs, bus.publish(rows, positions), busIsLate).finally(endSpans);
    const { published, failed, fault } = this.#sort(rows, outcomes);
    if (fault instanceof BusLostContentError) return this.#publishAgain(fault.message);
    if (published.length > 0 || failed.length > 0) await storeOutcome(this.#query, published, failed, positions);
    const batch = { published: published.length, failed: failed.length, more: published.length >= limit, fault };
    if (state.after !== null && !fault) {
      const again = await nextAgain(this.#query, state, limit);
      const { published: sent, fault: againFault } = this.#sort(
        again.rows,
        await inTime(busLimitMs, bus.publish(again.rows, positions), busIsLate),
      );
      if (againFault instanceof BusLostContentError) return this.#publishAgain(againFault.message);
      if (againFault) return { ...batch, fault: againFault };
      const unsent = new Set(again.rows.map(({ id }) => id)).difference(new Set(sent));
      await storeAgain(this.#query, again.seen, [...unsent], positions);
      // The finished range may have been the only reason to keep some events.
      if (again.seen === null) this.#pruneAt = 0;
      return { ...batch, published: batch.published + sent.length, more: true };
    }
    const now = performance.now();
    if (now >= this.#pruneAt && !(await prune(this.#query))) this.#pruneAt = now + pruneIntervalMs;
    return batch;
  }

  async #findLost(positions: Map<string, string>): Promise<string | null> {
    const now = performance.now();
    if (now - this.#checkedAt < checkIntervalMs) return null;
    const lost = await inTime(busLimitMs, this.#options.bus.lost(positions), busIsLate);
    this.#checkedAt = now;
    return lost;
  }

  async #publishAgain(reason: string): Promise<Batch> {
    const { bus, logger } = this.#options;
    const found = await scheduleAgain(this.#query, bus.name);
    if (found) logger.warn({ bus: bus.name, reason }, 'The bus has lost events: publishing again');
    this.#onBusFault();
    return { published: 0, failed: 0, more: true };
  }

  #sort(rows: readonly OutboxRow[], outcomes: readonly PublishOutcome[]) {
    const published: string[] = [];
    const failed: FailedRow[] = [];
    let fault: Error | undefined;
    for (const [index, { id, topic, attempts }] of rows.entries()) {
      const outcome = outcomes[index];
      if (!outcome) published.push(id);
      else if (outcome instanceof RecordRefusedError) {
        failed.push({ id, error: outcome.message.slice(0, 1000), delayMs: backoffMs(attempts + 1) });
        this.#options.logger.error({ err: outcome, topic, outboxId: id, attempts }, 'The bus refuses an event');
      } else if (!(outcome instanceof RecordHeldBackError)) fault = outcome;
    }
    if (published.length < rows.length) this.#onBusFault();
    return { published, failed, fault };
  }
}
