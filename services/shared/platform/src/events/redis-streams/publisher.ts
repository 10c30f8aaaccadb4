import { createHash } from 'node:crypto';
import type { TopicSettings } from '@nightshelf/contracts';
import type { Redis } from 'ioredis';
import type { BusRecord, PublishOutcome } from '../bus.ts';
import { BusLostContentError, Marks } from '../delivery/marks.ts';
import { lineOf, RecordHeldBackError, RecordRefusedError } from '../delivery/publish-errors.ts';
import { headersToJson } from './entry.ts';
import type { Keys } from './keys.ts';
import { partitionOf } from './partitioning.ts';
import { lostScript, publishScript } from './scripts.ts';
import type { TopicRegistry } from './topic-registry.ts';

/** Errors of the server as a whole, in the words with which its answers start; all others are about one record. */
const serverAtFault = /^(OOM|LOADING|READONLY|MISCONF|NOREPLICAS|CLUSTERDOWN|MASTERDOWN|BUSY|NOAUTH|NOPERM)/;

/** The records of one call for one stream. */
interface Part {
  readonly stream: string;
  readonly topic: string;
  readonly partition: number;
  readonly retentionMs: number;
}

/** A mark is the id of an entry and the hash of its value: ids repeat where a server's clock was set back. */
const split = (mark = '') => mark.split(' ') as [id: string, hash?: string];
const hashOf = (value: string) => createHash('sha1').update(value).digest('hex');

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

  /**
   * In one round trip. @returns an outcome for each record; rejects when Redis is at fault
   * @throws BusLostContentError
   */
  async send(records: readonly BusRecord[], marks = new Marks()): Promise<PublishOutcome[]> {
    const names = [...new Set(records.map(({ topic }) => topic))];
    const topics = new Map<string, TopicSettings>();
    for (const name of names) {
      const settings = await this.#topics.find(name);
      if (settings) topics.set(name, settings);
    }
    const present = records.filter(({ topic }) => topics.has(topic));
    const answers = present.length > 0 ? await this.#append(present, topics, marks) : [];
    let position = 0;
    return records.map((record) => {
      if (!topics.has(record.topic)) return new RecordRefusedError(`There is no topic ${record.topic}`);
      const answer = answers[position] ?? 'no answer';
      position += 1;
      if (answer === '') return undefined;
      if (serverAtFault.test(answer)) return new Error(answer);
      return answer === '-' ? new RecordHeldBackError() : new RecordRefusedError(answer);
    });
  }

  /** @returns null while the streams have what they acknowledged, else what they lack */
  async lost(marks: Marks): Promise<string | null> {
    const all = marks.list();
    if (all.length === 0) return null;
    const args: (string | number)[] = [];
    for (const { topic, position } of all) {
      const settings = await this.#topics.find(topic);
      if (!settings) return `There is no topic ${topic} any more`;
      const [id, hash = ''] = split(position);
      args.push(id, hash, settings.retentionMs);
    }
    const streams = all.map(({ topic, partition }) => this.#keys.stream(topic, partition));
    const lacking = (await this.#redis.eval(lostScript, streams.length, ...streams, ...args)) as string[];
    return lacking.length > 0 ? `What was published last is missing in ${lacking.join(', ')}` : null;
  }

  async #append(
    records: readonly BusRecord[],
    topics: ReadonlyMap<string, TopicSettings>,
    marks: Marks,
  ): Promise<readonly string[]> {
    const settingsArgs = [...topics].flatMap(([name, settings]) => [name, JSON.stringify(settings)]);
    const parts: Part[] = [];
    const args: (string | number)[] = [];
    const partOf = records.map((record) => {
      const { topic, key, value } = record;
      const { partitions, retentionMs } = topics.get(topic) ?? { partitions: 1, retentionMs: 0 };
      const partition = partitionOf(key, partitions);
      const stream = this.#keys.stream(topic, partition);
      let index = parts.findIndex((part) => part.stream === stream);
      if (index < 0) index = parts.push({ stream, topic, partition, retentionMs }) - 1;
      // The hash of topics is the first key, and Lua counts from 1.
      args.push(index + 2, lineOf(record), key, value, headersToJson(record));
      return index;
    });
    const marksArgs = parts.flatMap(({ topic, partition, retentionMs }) => {
      const [id, hash = ''] = split(marks.get(topic, partition));
      return [id, hash, retentionMs];
    });
    const keys = [this.#keys.topics, ...parts.map(({ stream }) => stream)];
    const [outcomes, last] = await this.#run(keys, [settingsArgs.length / 2, ...settingsArgs, ...marksArgs, ...args]);
    for (const [index, { topic, partition }] of parts.entries()) {
      const record = records[outcomes.findLastIndex((outcome, at) => outcome === '' && partOf[at] === index)];
      if (record) marks.set(topic, partition, `${last[index]} ${hashOf(record.value)}`);
    }
    return outcomes;
  }

  async #run(keys: string[], args: (string | number)[]): Promise<[outcomes: string[], last: string[]]> {
    try {
      return (await this.#redis.eval(publishScript, keys.length, ...keys, ...args)) as [string[], string[]];
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('LOST')) throw new BusLostContentError(error.message);
      throw error;
    }
  }
}
