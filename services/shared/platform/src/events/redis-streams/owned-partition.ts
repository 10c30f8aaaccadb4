import type { Redis } from 'ioredis';
import type { Logger } from '../../logging/logger.ts';
import type { ConsumeOptions, Delivery } from '../bus.ts';
import { PartitionWorker } from '../delivery/partition-worker.ts';
import { pause } from '../delivery/redelivery.ts';
import { type RawEntry, toDelivery } from './entry.ts';
import { type Position, stillFits } from './positions.ts';
import { commitScript } from './scripts.ts';

export interface OwnedPartitionOptions {
  readonly topic: string;
  readonly partition: number;
  readonly stream: string;
  readonly lease: string;
  readonly group: string;
  readonly member: string;
  readonly redis: Redis;
  readonly handle: ConsumeOptions['handle'];
  readonly countKnown: ConsumeOptions['countKnown'];
  readonly logger: Logger;
  /** Called when the worker has room again. */
  readonly onRoom: () => void;
  /** Called when the partition turns out to belong to another consumer. */
  readonly onLost: () => void;
}

/** Most records that wait in memory for one partition. */
const capacity = 200;

/** A partition that this consumer reads on behalf of its group, for as long as it holds the lease. */
export class OwnedPartition {
  readonly topic: string;
  readonly stream: string;
  readonly lease: string;
  readonly worker: PartitionWorker;
  /** Set while the partition is being handed over. */
  leaving = false;
  /** Id of the newest entry taken into memory. */
  lastRead: string;
  readonly #options: OwnedPartitionOptions;
  #entriesTaken: number | null;
  #entriesRead: number | null;

  constructor(options: OwnedPartitionOptions, position: Position) {
    this.#options = options;
    this.topic = options.topic;
    this.stream = options.stream;
    this.lease = options.lease;
    this.lastRead = position.id;
    this.#entriesRead = position.entriesRead;
    this.#entriesTaken = position.entriesRead;
    this.worker = new PartitionWorker({
      handle: options.handle,
      ...(options.countKnown && { countKnown: options.countKnown }),
      acknowledge: (delivery, count) => this.#commit(delivery, count),
      roomAt: capacity / 2,
      onRoom: options.onRoom,
      logger: options.logger,
    });
  }

  get hasRoom(): boolean {
    return !this.leaving && !this.worker.stopped && this.worker.size < capacity;
  }

  take(entries: readonly RawEntry[]): void {
    if (this.leaving || this.worker.stopped) return;
    const { topic, partition } = this.#options;
    this.worker.push(entries.map((entry) => toDelivery(topic, partition, entry)));
    this.lastRead = entries.at(-1)?.[0] ?? this.lastRead;
    if (this.#entriesTaken !== null) this.#entriesTaken += entries.length;
  }

  /** Gives the partition up, to be opened anew, when the stream was set back or trimmed behind its back. */
  async verify(): Promise<void> {
    const { redis, stream, onLost } = this.#options;
    const position = { id: this.lastRead, entriesRead: this.#entriesTaken };
    if (!(await stillFits(redis, stream, position)) && this.lastRead === position.id) onLost();
  }

  /** Tries until it is done: a record that was handled must not be handled again because Redis was away for a moment. */
  async #commit({ offset }: Delivery, count: number): Promise<void> {
    const { redis, stream, lease, member, group, onLost, logger } = this.#options;
    const entriesRead = this.#entriesRead === null ? null : this.#entriesRead + count;
    this.#entriesRead = entriesRead;
    for (;;) {
      try {
        const done = await redis.eval(commitScript, 2, lease, stream, member, group, offset, entriesRead ?? '');
        if (done !== 1 && !this.worker.stopped) onLost();
        return;
      } catch (error) {
        logger.debug({ err: error, stream }, 'Could not acknowledge yet');
        if (this.worker.stopped) return;
        await pause(100);
      }
    }
  }
}
