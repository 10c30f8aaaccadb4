import type { Logger } from '../../logging/logger.ts';
import type { RedisClient } from '../../redis/client.ts';
import type { BusConsumer, ConsumeOptions, Delivery } from '../bus.ts';
import { checkHandlers, checkProgress, isStuck, PartitionWorker } from '../delivery/partition-worker.ts';
import { pause } from '../delivery/pause.ts';
import { groupPrefix, lagScript, tendScript } from './scripts.ts';

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
  /** Time after which another consumer takes over an entry that its consumer has not renewed. */
  readonly takeoverMs: number;
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
/** Rounds of maintenance in the takeover time. */
const roundsInTakeover = 2;
const unhealthyPauseMs = 250;
/** Time after which the name of a consumer without entries is deleted. */
const deleteNameAfterMs = 3_600_000;

/** A stream with the entries that this consumer has in flight, from reading to acknowledging. */
interface Work extends StreamPartition {
  readonly inFlight: Set<string>;
  readonly acknowledging: Set<Promise<unknown>>;
  readonly worker: PartitionWorker;
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
 * acknowledged. A consumer renews its entries in flight, unless it is stuck. All consumers take over entries that have
 * not been renewed: of dead or stuck consumers, and those whose response or acknowledgement was lost. An entry may be
 * handled twice.
 */
export class RedisStreamsConsumer implements BusConsumer {
  readonly #options: RedisStreamsConsumerOptions;
  readonly #group: string;
  readonly #shares: readonly Share[];
  readonly #stopping = new AbortController();
  readonly #stopped = new Promise((resolve) => this.#stopping.signal.addEventListener('abort', resolve));
  readonly #running: readonly Promise<void>[];
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
    // Other consumers take the rest over in their next round.
    await Promise.all(this.#works.map((work) => this.#renew(work, this.#options.takeoverMs)));
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
    const { handle, logger } = this.#options;
    const acknowledge = ({ offset }: Delivery) => this.#acknowledge(work, offset);
    const work: Work = {
      ...partition,
      worker: new PartitionWorker({ handle, acknowledge, logger }),
      inFlight: new Set(),
      acknowledging: new Set(),
      isReady: false,
      stored: 0,
    };
    return work;
  }

  async #keepTending(): Promise<void> {
    const { takeoverMs, logger, group } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await Promise.all(this.#works.filter(({ worker }) => !isStuck([worker])).map((work) => this.#renew(work)));
        await Promise.all(this.#shares.map((share) => this.#tend(share)));
        if (this.#isReady) {
          if (this.#fault !== null) logger.info({ group, streams: this.#works.length }, 'Receives events');
          this.#fault = null;
        }
      } catch (error) {
        if (this.#fault === null) logger.warn({ err: error, group }, 'Cannot receive events for now');
        this.#fault = messageOf(error);
      }
      const isHealthy = this.#isReady && (this.#fault ?? this.#readFault) === null;
      await pause(isHealthy ? takeoverMs / roundsInTakeover : unhealthyPauseMs, signal);
    }
  }

  /**
   * Renews the entries in flight. Those that could not be renewed are taken over and may be handled twice.
   * @param idleMs how long ago Redis shall consider them renewed
   */
  async #renew({ stream, inFlight }: Work, idleMs = 0): Promise<void> {
    if (inFlight.size === 0) return;
    const args = [stream, this.#group, this.#options.member, 0, ...inFlight, 'IDLE', idleMs, 'JUSTID'];
    await this.#options.redis.call('XCLAIM', ...args).catch(() => undefined);
  }

  async #keepReading(share: Share): Promise<void> {
    const { member, logger } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const works = share.works.filter((work) => work.isReady && roomOf(work) > 0);
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
    work.worker.push(added.map((entry) => toDelivery(work.topic, work.partition, entry)));
  }

  #acknowledge({ stream, inFlight, acknowledging }: Work, id: string): void {
    const { redis, logger } = this.#options;
    const request = redis
      .xack(stream, this.#group, id)
      // It is taken over and acknowledged again.
      .catch((error: unknown) => logger.debug({ err: error, stream }, 'Could not acknowledge'))
      .finally(() => {
        inFlight.delete(id);
        acknowledging.delete(request);
      });
    acknowledging.add(request);
  }

  async #tend({ works, streams }: Share): Promise<void> {
    const { redis, member, takeoverMs, group, onMissed, logger } = this.#options;
    const each = works.flatMap((work) => [roomOf(work), work.stored]);
    for (const work of works) work.stored = 0;
    type Tended = string | [missed: number, taken: RawEntry[]];
    const args = [this.#group, member, takeoverMs, deleteNameAfterMs, ...each];
    const tended = (await redis.eval(tendScript, streams.length, ...streams, ...args)) as Tended[];
    const followed = await Promise.allSettled(
      works.map(async (work, at) => {
        const result = tended[at] ?? 'no answer';
        if (typeof result === 'string') throw new Error(result);
        const [missed, taken] = result;
        this.#take(work, taken);
        work.isReady = missed === 0;
        if (work.isReady) return;
        // Reading would move the group, and Redis could not report the gap again.
        const { topic, partition } = work;
        logger.debug({ group, topic, partition, missed }, 'The group has not received all entries');
        await Promise.race([onMissed?.(topic), this.#stopped]);
        work.stored = missed;
      }),
    );
    const failed = followed.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }
}

/** Returns how many entries the consumer may take. */
const roomOf = ({ worker, inFlight }: Pick<Work, 'worker' | 'inFlight'>) =>
  isStuck([worker]) ? 0 : Math.max(0, capacity - inFlight.size);

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** A stream entry as Redis returns it: its id, then field, value, field, value. */
type RawEntry = readonly [id: string, fields: readonly string[]];

/** The response of XREAD; null after a timeout. */
type RawStreams = readonly (readonly [stream: string, entries: readonly RawEntry[]])[] | null;

/** Converts any entry, so that none is skipped: missing fields and invalid headers become empty. */
export function toDelivery(topic: string, partition: number, [offset, fields]: RawEntry): Delivery {
  const values: Record<string, string> = {};
  for (let index = 0; index + 1 < fields.length; index += 2) values[fields[index] ?? ''] = fields[index + 1] ?? '';
  // Keeps the raw fields of an entry without a value for its dead letter.
  const { k: key = '', v: value = JSON.stringify(fields), h: headers = '{}' } = values;
  return { topic, partition, offset, key, value, headers: parseHeaders(headers) };
}

function parseHeaders(json: string): Record<string, string> {
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return {};
    return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]));
  } catch {
    return {};
  }
}
