import type { TopicSettings } from '@nightshelf/contracts';
import type { Redis } from 'ioredis';
import type { BusRecord, PublishOutcome } from '../bus.ts';
import { lineOf, RecordHeldBackError, RecordRefusedError } from '../delivery/publish-errors.ts';
import { headersToJson } from './entry.ts';
import type { Keys } from './keys.ts';
import { partitionOf } from './partitioning.ts';
import { publishScript } from './scripts.ts';
import type { TopicRegistry } from './topic-registry.ts';

/** Errors of the server as a whole, in the words with which its answers start; all others are about one record. */
const serverAtFault = /^(OOM|LOADING|READONLY|MISCONF|NOREPLICAS|CLUSTERDOWN|MASTERDOWN|BUSY|NOAUTH|NOPERM)/;

/** Appends records to the streams of their partitions. */
export class Publisher {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #topics: TopicRegistry;

  constructor(redis: Redis, keys: Keys, topics: TopicRegistry) {
    this.#redis = redis;
    this.#keys = keys;
    this.#topics = topics;
  }

  /** In one round trip. @returns an outcome for each record; rejects when Redis is at fault */
  async send(records: readonly BusRecord[]): Promise<PublishOutcome[]> {
    const names = [...new Set(records.map(({ topic }) => topic))];
    const topics = new Map<string, TopicSettings | undefined>();
    for (const name of names) topics.set(name, await this.#topics.find(name));
    const present = records.filter(({ topic }) => topics.get(topic));
    const answers = present.length > 0 ? await this.#append(present, topics) : [];
    let position = 0;
    return records.map((record) => {
      if (!topics.get(record.topic)) return new RecordRefusedError(`There is no topic ${record.topic}`);
      const answer = answers[position] ?? 'no answer';
      position += 1;
      if (answer === '') return undefined;
      if (serverAtFault.test(answer)) return new Error(answer);
      return answer === '-' ? new RecordHeldBackError() : new RecordRefusedError(answer);
    });
  }

  async #append(
    records: readonly BusRecord[],
    topics: ReadonlyMap<string, TopicSettings | undefined>,
  ): Promise<readonly string[]> {
    const settingsArgs = [...topics].flatMap(([name, settings]) => (settings ? [name, JSON.stringify(settings)] : []));
    const streams: string[] = [];
    const args: (string | number)[] = [settingsArgs.length / 2, ...settingsArgs];
    for (const record of records) {
      const { partitions, retentionMs } = topics.get(record.topic) ?? { partitions: 1, retentionMs: 0 };
      const stream = this.#keys.stream(record.topic, partitionOf(record.key, partitions));
      if (!streams.includes(stream)) streams.push(stream);
      // The hash of topics is the first key, and Lua counts from 1.
      const keyIndex = streams.indexOf(stream) + 2;
      args.push(keyIndex, lineOf(record), Date.now() - retentionMs, record.key, record.value, headersToJson(record));
    }
    const keys = [this.#keys.topics, ...streams];
    return (await this.#redis.eval(publishScript, keys.length, ...keys, ...args)) as string[];
  }
}
