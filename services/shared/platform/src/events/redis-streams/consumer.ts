import type { Logger } from '../../logging/logger.ts';
import type { RedisClient } from '../../redis/client.ts';
import type { BusConsumer, ConsumeOptions } from '../bus.ts';
import { asideMs, checkHandlers, checkProgress, isStuck, PartitionWorker } from '../delivery/partition-worker.ts';
import { pause } from '../delivery/pause.ts';
import { type RawEntry, type RawStreams, toDelivery } from './entry.ts';
import { groupPrefix, heartbeatScript, lagScript, tendScript } from './scripts.ts';

export interface StreamPartition {
  readonly topic: string;
  readonly partition: number;
  readonly stream: string;
}

export interface RedisStreamsConsumerOptions extends Omit<ConsumeOptions, 'topics'> {
  /** Unique among all consumers ever. */
  readonly member: string;
  /** The streams by share: one command names all streams of a share. */
  readonly shares: readonly (readonly StreamPartition[])[];
  readonly redis: RedisClient;
  /** Opens a connection whose reads block. */
  readonly openReader: () => RedisClient;
  /** Key of the heartbeats of the group's consumers. */
  readonly heartbeats: string;
  /** Time without a heartbeat after which other consumers take over a consumer's entries. */
  readonly heartbeatTimeoutMs: number;
  readonly logger: Logger;
}

/** How long a read waits for new entries. */
export const blockMs = 5000;
/** The same while some streams are left out, because they have no room or no group. */
const shortBlockMs = 100;
/** Maximum entries of each stream in one read. */
const readSize = 100;
/** Entries of one stream in flight from which on no more are read. */
const capacity = 200;
/**
 * Heartbeats in a heartbeat timeout, heartbeat timeouts between two visits to the streams, and heartbeat timeouts after
 * which a consumer that no stream has seen is dead: 1.5, 5 and 10 seconds.
 */
const [beatsInTimeout, timeoutsInVisit, timeoutsUnseen] = [2, 5 / 3, 10 / 3];
const mostPending = 1000;
const unhealthyPauseMs = 250;

/** A stream with the entries that this consumer has in flight, from reading to acknowledging. */
interface Work extends StreamPartition {
  readonly inFlight: Set<string>;
  readonly acknowledging: Set<Promise<unknown>>;
  worker: PartitionWorker;
  /** Whether the stream has its group, so that it can be read. */
  isReady: boolean;
  /** The reported gap, once it has been stored and Redis may forget it. */
  stored: number;
}

interface Share {
  readonly works: readonly Work[];
  readonly streams: readonly string[];
  readonly reader: RedisClient;
  /** Why the last read failed. */
  fault: string | null;
}

/**
 * A consumer of a group. Redis gives each entry to one consumer of the group and keeps it pending until it is
 * acknowledged. A consumer sends one heartbeat for all its streams. It visits them now and then, and when a consumer has
 * died: it takes over the pending entries of dead consumers, and reads its own again when Redis has more of them than it
 * has in flight, because a response or an acknowledgement was lost. An entry may be handled twice.
 */
export class RedisStreamsConsumer implements BusConsumer {
  readonly #options: RedisStreamsConsumerOptions;
  readonly #group: string;
  readonly #shares: readonly Share[];
  readonly #stopping = new AbortController();
  readonly #stopped = new Promise((resolve) => this.#stopping.signal.addEventListener('abort', resolve));
  readonly #running: readonly Promise<void>[];
  #hasOthers = false;
  #fault: string | null = 'has not started yet';

  constructor(options: RedisStreamsConsumerOptions) {
    this.#options = options;
    this.#group = groupPrefix + options.group;
    this.#shares = options.shares.map((share) => ({
      works: share.map((partition) => this.#startWork(partition)),
      streams: share.map(({ stream }) => stream),
      reader: options.openReader(),
      fault: null,
    }));
    this.#running = [this.#keepTending(), ...this.#shares.map((share) => this.#keepReading(share))];
  }

  check(): string | null {
    return this.#fault ?? this.#readFault ?? checkProgress(this.#workers);
  }

  /** Only a hanging handler needs a restart: each round starts from the state in Redis, whatever happens to it. */
  broken(): string | null {
    return checkHandlers(this.#workers);
  }

  async lag(): Promise<Readonly<Record<string, number>>> {
    const lags: Record<string, number> = {};
    const each = this.#shares.map(async ({ works, streams }) => {
      const counts = await this.#options.redis.eval(lagScript, streams.length, ...streams, this.#group);
      for (const [at, { topic }] of works.entries()) lags[topic] = (lags[topic] ?? 0) + ((counts as number[])[at] ?? 0);
    });
    await Promise.all(each);
    return lags;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#fault = 'has stopped';
    for (const { reader } of this.#shares) reader.disconnect();
    await Promise.all([...this.#running, ...this.#workers.map((worker) => worker.stop())]);
    await Promise.all(this.#works.flatMap(({ acknowledging }) => [...acknowledging]));
    await this.#release();
  }

  get #works(): Work[] {
    return this.#shares.flatMap(({ works }) => works);
  }

  get #workers(): PartitionWorker[] {
    return this.#works.map(({ worker }) => worker);
  }

  get #isReady(): boolean {
    return this.#works.every(({ isReady }) => isReady);
  }

  get #readFault(): string | null {
    return this.#shares.find(({ fault }) => fault !== null)?.fault ?? null;
  }

  #startWork(partition: StreamPartition): Work {
    const work: Work = {
      ...partition,
      worker: this.#startWorker(() => work),
      inFlight: new Set(),
      acknowledging: new Set(),
      isReady: false,
      stored: 0,
    };
    return work;
  }

  #startWorker(work: () => Work): PartitionWorker {
    const { handle, logger } = this.#options;
    return new PartitionWorker({ handle, acknowledge: ({ offset }) => this.#acknowledge(work(), [offset]), logger });
  }

  async #keepTending(): Promise<void> {
    const { heartbeatTimeoutMs, logger, group } = this.#options;
    const { signal } = this.#stopping;
    let nextVisit = 0;
    while (!signal.aborted) {
      try {
        const dead = await this.#sendHeartbeat();
        if (this.#hasOthers && isStuck(this.#workers)) await this.#stepAside();
        if (dead.length > 0 || performance.now() >= nextVisit || !this.#isReady) {
          await this.#tendAll(dead);
          nextVisit = performance.now() + heartbeatTimeoutMs * timeoutsInVisit;
        }
        if (this.#isReady) {
          if (this.#fault !== null) logger.info({ group, streams: this.#works.length }, 'Receives events');
          this.#fault = null;
        }
      } catch (error) {
        if (this.#fault === null) logger.warn({ err: error, group }, 'Cannot receive events for now');
        this.#fault = messageOf(error);
        nextVisit = 0;
      }
      const isHealthy = this.#isReady && (this.#fault ?? this.#readFault) === null;
      await pause(isHealthy ? heartbeatTimeoutMs / beatsInTimeout : unhealthyPauseMs, signal);
    }
  }

  /** @returns the consumers of the group that have died */
  async #sendHeartbeat(): Promise<string[]> {
    const { redis, heartbeats, member, heartbeatTimeoutMs } = this.#options;
    return (await redis.eval(heartbeatScript, 1, heartbeats, member, heartbeatTimeoutMs)) as string[];
  }

  async #keepReading(share: Share): Promise<void> {
    const { member, logger } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const works = share.works.filter(({ isReady, inFlight }) => isReady && inFlight.size < capacity);
      if (works.length === 0) {
        await pause(shortBlockMs, signal);
        continue;
      }
      // Short after a fault, so that the check soon reports that reading works again.
      const block = works.length === share.works.length && share.fault === null ? blockMs : shortBlockMs;
      const options = ['GROUP', this.#group, member, 'COUNT', readSize, 'BLOCK', block];
      const streams = works.map(({ stream }) => stream);
      try {
        const args = [...options, 'STREAMS', ...streams, ...streams.map(() => '>')];
        const response = await share.reader.call('XREADGROUP', ...args);
        for (const [stream, entries] of (response as RawStreams) ?? []) {
          const work = works.find((one) => one.stream === stream);
          if (work) this.#take(work, entries);
        }
        share.fault = null;
      } catch (error) {
        logger.debug({ err: error }, 'Could not read');
        share.fault = messageOf(error);
        // A group may be missing.
        for (const work of works) work.isReady = false;
        await pause(shortBlockMs, signal);
      }
    }
  }

  #take(work: Work, entries: readonly RawEntry[]): void {
    const added = entries.filter(([id]) => !work.inFlight.has(id));
    for (const [id] of added) work.inFlight.add(id);
    const { true: deleted = [], false: present = [] } = Object.groupBy(added, ([, fields]) => `${fields === null}`);
    const gone = deleted.map(([id]) => id);
    if (gone.length > 0) this.#acknowledge(work, gone);
    work.worker.push(present.map((entry) => toDelivery(work.topic, work.partition, entry)));
  }

  #acknowledge({ stream, inFlight, acknowledging }: Work, ids: readonly string[]): void {
    const { redis, logger } = this.#options;
    const request = redis
      .xack(stream, this.#group, ...ids)
      // These are read and acknowledged again.
      .catch((error: unknown) => logger.debug({ err: error, stream }, 'Could not acknowledge'))
      .finally(() => {
        for (const id of ids) inFlight.delete(id);
        acknowledging.delete(request);
      });
    acknowledging.add(request);
  }

  async #tendAll(dead: readonly string[]): Promise<void> {
    const others = await Promise.all(this.#shares.map((share) => this.#tend(share, dead)));
    this.#hasOthers = others.includes(true);
    if (dead.length > 0) await this.#options.redis.zrem(this.#options.heartbeats, ...dead);
  }

  /** @returns whether other consumers of the streams are alive */
  async #tend({ works, streams }: Share, dead: readonly string[]): Promise<boolean> {
    const { redis, member, heartbeatTimeoutMs } = this.#options;
    const each = works.flatMap(({ inFlight, stored }) => [Math.max(0, capacity - inFlight.size), stored]);
    for (const work of works) work.stored = 0;
    const args = [this.#group, member, heartbeatTimeoutMs * timeoutsUnseen, ...each, ...dead];
    type Tended = string | [missed: number, others: number, pending: number];
    const tended = (await redis.eval(tendScript, streams.length, ...streams, ...args)) as Tended[];
    const followed = await Promise.allSettled(
      works.map(async (work, at) => {
        const result = tended[at] ?? 'no answer';
        if (typeof result === 'string') throw new Error(result);
        const [missed, others, pending] = result;
        if (missed === 0) {
          if (pending > work.inFlight.size) await this.#readPending(work);
          work.isReady = true;
        } else {
          // Reading would move the group, and Redis could not report the gap again.
          work.isReady = false;
          await Promise.race([this.#report(work, missed), this.#stopped]);
          work.stored = missed;
        }
        return others > 0;
      }),
    );
    const failed = followed.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return followed.some((result) => result.status === 'fulfilled' && result.value);
  }

  async #readPending(work: Work): Promise<void> {
    const { redis, member } = this.#options;
    const options = ['GROUP', this.#group, member, 'COUNT', mostPending];
    const pending = (await redis.call('XREADGROUP', ...options, 'STREAMS', work.stream, '0')) as RawStreams;
    this.#take(work, pending?.[0]?.[1] ?? []);
  }

  /** Resolves when the group's gap has been stored. */
  async #report({ topic, partition }: Work, missed: number): Promise<void> {
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
    this.#fault = checkProgress(this.#workers) ?? 'makes no progress';
    logger.warn({ group, fault: this.#fault }, 'Releases its events to other consumers for a while');
    for (const work of this.#works) {
      work.isReady = false;
      void work.worker.stop();
      work.inFlight.clear();
      work.worker = this.#startWorker(() => work);
    }
    await this.#release();
    await pause(asideMs, this.#stopping.signal);
  }

  /** Other consumers take its entries over with their next heartbeat. */
  async #release(): Promise<void> {
    const { redis, member, heartbeats } = this.#options;
    await redis.zadd(heartbeats, 0, member).catch(() => undefined);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
