import type { Redis } from 'ioredis';
import type { Logger } from '../../logging/logger.ts';
import { pause } from '../delivery/redelivery.ts';
import type { RawStreams } from './entry.ts';
import type { OwnedPartition } from './owned-partition.ts';

/** Milliseconds that one read waits for something new. */
const blockMs = 2000;
/** Milliseconds without an answer after which the reader's connection is dead. */
export const readLimitMs = blockMs + 1500;
/** Most entries of each stream in one read. */
const readSize = 100;
/** Milliseconds until a read that did not notice is interrupted again. */
const interruptMs = 25;

/** Reads all partitions of a consumer through one blocking connection. */
export class StreamReader {
  readonly #reader: Redis;
  readonly #redis: Redis;
  readonly #partitions: () => readonly OwnedPartition[];
  readonly #logger: Logger;
  readonly #running: Promise<void>;
  #stopped = false;
  #changed = Promise.withResolvers<void>();
  /** Whether the read under way covers the wrong partitions. */
  #stale = false;
  #reading = false;
  /** When the first read since the last answer began. */
  #waitingSince: number | undefined;
  /** What Redis calls the connection on which the read under way waits. */
  #connectionId: unknown;

  /**
   * @param reader a connection of its own
   * @param redis another one, to interrupt the first
   * @param partitions the partitions that have room, asked before each read
   */
  constructor(reader: Redis, redis: Redis, partitions: () => readonly OwnedPartition[], logger: Logger) {
    this.#reader = reader;
    this.#redis = redis;
    this.#partitions = partitions;
    this.#logger = logger;
    this.#running = this.#run();
  }

  /** Milliseconds for which reads have had no answer. */
  get silentMs(): number {
    return this.#waitingSince === undefined ? 0 : performance.now() - this.#waitingSince;
  }

  /** Makes the next read, with the partitions as they now are, start at once. */
  refresh(): void {
    this.#changed.resolve();
    if (!this.#reading || this.#stale) return;
    this.#stale = true;
    void this.#interrupt();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#changed.resolve();
    this.#reader.disconnect();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#changed = Promise.withResolvers();
      const partitions = this.#partitions();
      if (partitions.length === 0) {
        this.#waitingSince = undefined;
        await this.#changed.promise;
        continue;
      }
      try {
        await this.#read(partitions);
      } catch (error) {
        this.#logger.debug({ err: error }, 'Could not read');
        if (!this.#stopped) await pause(100);
      }
    }
  }

  async #read(partitions: readonly OwnedPartition[]): Promise<void> {
    const streams = partitions.map(({ stream }) => stream);
    const positions = partitions.map(({ lastRead }) => lastRead);
    this.#stale = false;
    this.#reading = true;
    this.#waitingSince ??= performance.now();
    try {
      this.#reader.call('CLIENT', 'ID').then(
        (id) => {
          this.#connectionId = id;
        },
        () => undefined,
      );
      const args = ['COUNT', readSize, 'BLOCK', blockMs, 'STREAMS', ...streams, ...positions];
      const answer = (await this.#reader.call('XREAD', ...args)) as RawStreams;
      this.#waitingSince = undefined;
      for (const [stream, entries] of answer ?? []) {
        partitions.find((partition) => partition.stream === stream)?.take(entries);
      }
    } finally {
      this.#reading = false;
    }
  }

  /** Again until it was noticed, since the first may overtake the read on its way. */
  async #interrupt(): Promise<void> {
    while (this.#reading && this.#stale && !this.#stopped) {
      try {
        if (this.#connectionId !== undefined) {
          await this.#redis.call('CLIENT', 'UNBLOCK', String(this.#connectionId));
        }
      } catch (error) {
        this.#logger.debug({ err: error }, 'Could not interrupt the reader');
      }
      await pause(interruptMs);
    }
  }
}
