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

/** Most entries in hand of one stream for which more are read. */
const capacity = 200;
/** Most entries acknowledged at once. */
const mostAcknowledged = 500;

/** The entries of one stream that one consumer has in hand: from when they are read until they are acknowledged. */
export class StreamWork {
  readonly topic: string;
  readonly partition: number;
  readonly stream: string;
  /** Whether the stream has its group, so that it can be read. */
  ready = false;
  readonly #options: StreamWorkOptions;
  /** By id: a server that was set back gives the same ids again. */
  readonly #inHand = new Map<string, RawEntry>();
  /** Entries that were pending for the consumer, but not in hand, at the last look. */
  #absent = new Set<string>();
  #worker: PartitionWorker;
  #handled: RawEntry[] = [];
  #acknowledging: Promise<void> | undefined;
  #stopped = false;
  /** What was in hand has no place in the stream any more: all that is pending is to be taken again, in its order. */
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

  /** How many entries may still be taken in hand. */
  get room(): number {
    return this.#isLost ? 0 : Math.max(0, capacity - this.#inHand.size);
  }

  /** Of entries that another has the place of, the acknowledgement would be the other's. */
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

  /** Takes all that is pending, after what was in hand was lost. */
  takeAgain(entries: readonly RawEntry[]): void {
    this.#isLost = false;
    this.take(entries);
  }

  #isAnother([id, fields]: RawEntry): boolean {
    const inHand = this.#inHand.get(id);
    return inHand !== undefined && inHand[1].join() !== fields.join();
  }

  /**
   * Entries that Redis has given to the consumer and that have not arrived: it was told so in an answer that was lost.
   * @param own ids of all that are pending for it
   * @param taken those of them that have just been taken over. All others may be on their way until the next look.
   */
  missing(own: readonly string[], taken: readonly string[]): string[] {
    const absent = own.filter((id) => !this.#inHand.has(id));
    const before = this.#absent;
    this.#absent = new Set(absent);
    return absent.filter((id) => before.has(id) || taken.includes(id)).slice(0, capacity);
  }

  /** Forgets what is in hand, whatever becomes of it. */
  drop(): void {
    void this.#worker.stop();
    this.#inHand.clear();
    this.#handled = [];
    this.#worker = this.#work();
  }

  /** Ids of what is done, or is about to be, and not acknowledged yet. */
  get unfinished(): string[] {
    const head = this.#worker.head?.offset;
    const handled = this.#handled.map(([id]) => id);
    return head === undefined ? handled : [head, ...handled];
  }

  /** Lets the record in hand finish and acknowledges it. */
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
        // What was dropped comes again, and is known then.
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

  /** Tries until it is done; what is handled meanwhile goes along. A consumer that stops leaves it to the inbox. */
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

/** Empty for what is no text: it has come with other bytes than it has in Redis. */
function hashOf([, fields]: RawEntry): string {
  const text = fields.join(' ');
  return text.includes('\uFFFD') ? '' : createHash('sha1').update(text).digest('hex');
}
