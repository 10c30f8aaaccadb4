import { createHash } from 'node:crypto';
import type { Logger } from '../../logging/logger.ts';
import type { RedisClient } from '../../redis/client.ts';
import type { ConsumeOptions } from '../bus.ts';
import { PartitionWorker } from '../delivery/partition-worker.ts';
import { pause } from '../delivery/redelivery.ts';
import { type RawEntry, toDelivery } from './entry.ts';
import { acknowledgeScript } from './scripts.ts';

export interface StreamWorkOptions extends Pick<ConsumeOptions, 'handle' | 'countKnown'> {
  readonly topic: string;
  readonly partition: number;
  readonly stream: string;
  readonly group: string;
  readonly redis: RedisClient;
  readonly logger: Logger;
}

/** Entries of one stream in flight from which on no more are read. */
const capacity = 200;
const mostAcknowledged = 500;

/** The entries of one stream that one consumer has in flight, from reading to acknowledging. */
export class StreamWork {
  readonly topic: string;
  readonly partition: number;
  readonly stream: string;
  /** Whether the stream has its group, so that it can be read. */
  ready = false;
  readonly #options: StreamWorkOptions;
  /** By id, which a server may reuse after it was restored to an earlier state. */
  readonly #inHand = new Map<string, RawEntry>();
  /** Entries that were pending for the consumer but not in flight at the last check. */
  #absent = new Set<string>();
  #worker: PartitionWorker;
  #handled: RawEntry[] = [];
  #acknowledging: Promise<void> | undefined;
  #stopped = false;
  /** The stream no longer holds the entries in flight, so all pending entries must be taken again, in order. */
  #isLost = false;

  constructor(options: StreamWorkOptions) {
    this.#options = options;
    this.topic = options.topic;
    this.partition = options.partition;
    this.stream = options.stream;
    this.#worker = this.#work();
  }

  get worker(): PartitionWorker {
    return this.#worker;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Returns how many more entries may be taken. */
  get room(): number {
    return this.#isLost ? 0 : Math.max(0, capacity - this.#inHand.size);
  }

  /**
   * If an id now belongs to another entry, all work is dropped, because an acknowledgement would apply to the other
   * entry.
   */
  take(entries: readonly RawEntry[]): void {
    if (entries.some((entry) => this.#isAnother(entry))) {
      this.drop();
      this.#isLost = true;
    }
    if (this.#isLost) return;
    const fresh = entries.filter(([id]) => !this.#inHand.has(id));
    for (const entry of fresh) this.#inHand.set(entry[0], entry);
    this.#worker.push(fresh.map((entry) => toDelivery(this.topic, this.partition, entry)));
  }

  /** Takes all pending entries after a loss. */
  takeAgain(entries: readonly RawEntry[]): void {
    this.#isLost = false;
    this.take(entries);
  }

  #isAnother([id, fields]: RawEntry): boolean {
    const inHand = this.#inHand.get(id);
    return inHand !== undefined && inHand[1].join() !== fields.join();
  }

  /**
   * Returns entries that Redis has given to this consumer in a response that was lost.
   * @param own ids of all entries pending for the consumer
   * @param taken those that were just taken over; the others may be in flight until the next check
   */
  missing(own: readonly string[], taken: readonly string[]): string[] {
    const absent = own.filter((id) => !this.#inHand.has(id));
    const before = this.#absent;
    this.#absent = new Set(absent);
    return absent.filter((id) => before.has(id) || taken.includes(id)).slice(0, capacity);
  }

  /** Forgets the entries in flight, whatever their outcome. */
  drop(): void {
    void this.#worker.stop();
    this.#inHand.clear();
    this.#handled = [];
    this.#worker = this.#work();
  }

  /** Returns the ids of entries that are handled or being handled, and not acknowledged. */
  get unfinished(): string[] {
    const head = this.#worker.head?.offset;
    const handled = this.#handled.map(([id]) => id);
    return head === undefined ? handled : [head, ...handled];
  }

  /** Finishes the record in flight and acknowledges it. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#worker.stop();
    await this.#acknowledging;
  }

  #work(): PartitionWorker {
    const { handle, countKnown, logger } = this.#options;
    const worker: PartitionWorker = new PartitionWorker({
      handle,
      ...(countKnown && { countKnown }),
      acknowledge: async (done) => {
        // A dropped entry is delivered again, and the inbox then knows it.
        if (worker !== this.#worker) return;
        const entries = done.map(({ offset }) => this.#inHand.get(offset));
        this.#handled.push(...entries.filter((entry) => entry !== undefined));
        this.#acknowledging ??= this.#acknowledge().finally(() => {
          this.#acknowledging = undefined;
        });
      },
      logger,
    });
    return worker;
  }

  /**
   * Retries until all handled entries are acknowledged. A stopping consumer gives up, because the inbox drops repeats.
   */
  async #acknowledge(): Promise<void> {
    const { redis, stream, group, logger } = this.#options;
    while (this.#handled.length > 0) {
      const entries = this.#handled.slice(0, mostAcknowledged);
      try {
        await redis.eval(acknowledgeScript, 1, stream, group, ...entries.flatMap((entry) => [entry[0], hashOf(entry)]));
      } catch (error) {
        logger.debug({ err: error, stream }, 'Could not acknowledge yet');
        if (this.#stopped) return;
        await pause(100);
        continue;
      }
      this.#handled = this.#handled.filter((entry) => !entries.includes(entry));
      for (const entry of entries) if (this.#inHand.get(entry[0]) === entry) this.#inHand.delete(entry[0]);
    }
  }
}

/** Empty for binary data, which differs from its text form in Redis. */
function hashOf([, fields]: RawEntry): string {
  const text = fields.join(' ');
  return text.includes('\uFFFD') ? '' : createHash('sha1').update(text).digest('hex');
}
