import { once } from 'node:events';
import type { Logger } from '../../logging/logger.ts';
import type { RedisClient } from '../../redis/client.ts';
import type { BusConsumer, ConsumeOptions } from '../bus.ts';
import { asideMs, checkHandlers, checkProgress, isStuck } from '../delivery/progress.ts';
import { pause } from '../delivery/redelivery.ts';
import type { RawEntry, RawStreams } from './entry.ts';
import { lagOf } from './lag.ts';
import { groupPrefix, releaseScript, tendScript } from './scripts.ts';
import { StreamWork } from './stream-work.ts';

export interface StreamShare {
  readonly streams: readonly Pick<StreamWork, 'topic' | 'partition' | 'stream'>[];
  /** Each share needs its own connection, because its reads block. */
  readonly reader: RedisClient;
}

export interface RedisStreamsConsumerOptions extends Omit<ConsumeOptions, 'topics'> {
  /** Unique among all consumers ever. */
  readonly member: string;
  /** The streams of one share are read together. */
  readonly shares: readonly StreamShare[];
  readonly redis: RedisClient;
  /** Time without a heartbeat after which other consumers take over a consumer's entries. */
  readonly patienceMs: number;
  readonly logger: Logger;
}

/** How long a read waits for new entries. */
export const blockMs = 2000;
/** The same while some streams are left out, because they have no room or no group. */
const shortBlockMs = 25;
/** Maximum entries of each stream in one read. */
const readSize = 100;

/**
 * A consumer of a group. Redis gives each entry to one consumer of the group and keeps it pending until it is
 * acknowledged. Several times a second a consumer sends a heartbeat, takes over the pending entries of dead consumers,
 * and fetches its own pending entries that have not arrived.
 */
export class RedisStreamsConsumer implements BusConsumer {
  readonly #options: RedisStreamsConsumerOptions;
  readonly #group: string;
  readonly #works: StreamWork[] = [];
  readonly #readers: RedisClient[] = [];
  readonly #stopping = new AbortController();
  readonly #stopped = once(this.#stopping.signal, 'abort');
  readonly #running: Promise<void>[] = [];
  #others = false;
  #fault: string | null = 'has not started yet';
  readonly #readFaults = new Map<RedisClient, string>();

  constructor(options: RedisStreamsConsumerOptions) {
    this.#options = options;
    this.#group = groupPrefix + options.group;
    for (const share of options.shares) this.read(share);
    this.#running.push(this.#keepTending());
  }

  /** Starts reading these streams too. */
  read({ reader, streams }: StreamShare): void {
    if (this.#stopping.signal.aborted) {
      reader.disconnect();
      return;
    }
    const { redis, handle, countKnown, logger } = this.#options;
    const common = { group: this.#group, redis, handle, countKnown, logger };
    const works = streams.map((stream) => new StreamWork({ ...common, ...stream }));
    this.#works.push(...works);
    this.#readers.push(reader);
    this.#running.push(this.#keepReading(reader, works));
  }

  check(): string | null {
    return this.#fault ?? this.#readFault ?? checkProgress(this.#workers());
  }

  get #readFault(): string | null {
    return [...this.#readFaults.values()][0] ?? null;
  }

  /** Only a hanging handler needs a restart: each round starts from the state in Redis, whatever happens to it. */
  broken(): string | null {
    return checkHandlers(this.#workers());
  }

  async lag(): Promise<Readonly<Record<string, number>>> {
    const lags: Record<string, number> = {};
    const each = this.#works.map(async ({ topic, stream }) => {
      const lag = await lagOf(this.#options.redis, stream, this.#group);
      lags[topic] = (lags[topic] ?? 0) + lag;
    });
    await Promise.all(each);
    return lags;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#fault = 'has stopped';
    for (const reader of this.#readers) reader.disconnect();
    const stopped = this.#works.map((work) => work.stop());
    await Promise.all(this.#running);
    await this.#releaseAll(({ unfinished }) => unfinished);
    await Promise.all(stopped);
    await this.#releaseAll(() => []);
  }

  async #keepTending(): Promise<void> {
    const { patienceMs, logger, group } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        if (this.#others && isStuck(this.#workers())) await this.#stepAside();
        await this.#tendAll();
        if (this.#fault !== null) logger.info({ group, streams: this.#works.length }, 'Receives events');
        this.#fault = null;
      } catch (error) {
        if (this.#fault === null) logger.warn({ err: error, group }, 'Cannot receive events for now');
        this.#fault = messageOf(error);
      }
      await pause((this.#fault ?? this.#readFault) ? Math.min(patienceMs / 10, 250) : patienceMs / 5, signal);
    }
  }

  async #keepReading(reader: RedisClient, all: readonly StreamWork[]): Promise<void> {
    const { member, logger } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const works = all.filter(({ ready, room }) => ready && room > 0);
      if (works.length === 0) {
        await pause(shortBlockMs, signal);
        continue;
      }
      const block = works.length === all.length ? blockMs : shortBlockMs;
      const options = ['GROUP', this.#group, member, 'COUNT', readSize, 'BLOCK', block];
      const streams = works.map(({ stream }) => stream);
      try {
        const answer = await reader.call('XREADGROUP', ...options, 'STREAMS', ...streams, ...streams.map(() => '>'));
        for (const [stream, entries] of (answer as RawStreams) ?? []) {
          works.find((work) => work.stream === stream)?.take(entries);
        }
        this.#readFaults.delete(reader);
      } catch (error) {
        logger.debug({ err: error }, 'Could not read');
        this.#readFaults.set(reader, messageOf(error));
        // A group may be missing.
        for (const work of works) work.ready = false;
        await pause(shortBlockMs, signal);
      }
    }
  }

  #workers() {
    return this.#works.map(({ worker }) => worker);
  }

  async #tendAll(): Promise<void> {
    const others: number[] = [];
    const tended = await Promise.allSettled(this.#works.map(async (work) => others.push(await this.#tend(work))));
    this.#others = others.some((count) => count > 0);
    const failed = tended.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /**
   * @param noted the reported gap, once it has been stored and Redis may forget it
   * @returns how many other consumers of the stream are alive
   */
  async #tend(work: StreamWork, noted = 0): Promise<number> {
    const { redis, group, member, patienceMs } = this.#options;
    const { stream } = work;
    const args = [this.#group, member, patienceMs, work.room, group, noted];
    // Read before the request, because the response does not contain a later loss.
    const wasLost = work.isLost;
    type Answer = [missed: number, others: number, taken: string[], own: string[]];
    const [missed, others, taken, own] = (await redis.eval(tendScript, 1, stream, ...args)) as Answer;
    if (missed !== 0) {
      // Reading would move the group, and Redis could not report the gap again.
      work.ready = false;
      await Promise.race([this.#tell(work, missed), this.#stopped]);
      return this.#stopping.signal.aborted ? 0 : this.#tend(work, missed);
    }
    const missing = wasLost ? own : work.missing(own, taken);
    const claim = async (ids: readonly string[]) =>
      (await redis.call('XCLAIM', stream, this.#group, member, 0, ...ids)) as RawEntry[];
    const claimed = missing.length > 0 ? await claim(missing) : [];
    if (wasLost) work.takeAgain(claimed);
    else work.take(claimed);
    work.ready = true;
    return others;
  }

  /** Resolves when the group's gap has been stored. */
  async #tell({ topic, partition }: StreamWork, missed: number): Promise<void> {
    const { group, onGap, onBegin, logger } = this.#options;
    if (missed < 0) {
      await onBegin?.(topic);
    } else {
      logger.warn({ group, topic, partition }, 'The bus has dropped events that the group has not handled');
      await onGap?.({ topic, partition });
    }
  }

  /** Leaves its entries to other consumers for a while, because they may reach a dependency that this one cannot. */
  async #stepAside(): Promise<void> {
    const { logger, group } = this.#options;
    this.#fault = checkProgress(this.#workers()) ?? 'does not get on';
    logger.warn({ group, fault: this.#fault }, 'Leaves its events to others for a moment');
    for (const work of this.#works) {
      work.ready = false;
      work.drop();
    }
    await this.#releaseAll(() => []);
    await pause(asideMs, this.#stopping.signal);
  }

  /** Other consumers take over whatever could not be released. */
  async #releaseAll(keep: (work: StreamWork) => readonly string[]): Promise<void> {
    const { redis, member } = this.#options;
    const released = this.#works.map((work) =>
      redis.eval(releaseScript, 1, work.stream, this.#group, member, ...keep(work)),
    );
    await Promise.allSettled(released);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
