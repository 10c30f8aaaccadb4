import type { TopicSettings } from '@nightshelf/contracts/events/topics.ts';
import { redisAtFault } from '../../errors/dependency-faults.ts';
import type { RedisClient } from '../../redis/client.ts';
import type { BusRecord, Positions, PublishOutcome } from '../bus.ts';
import { BusLostContentError, RecordHeldBackError, RecordRefusedError } from '../delivery/publish-errors.ts';
import { headersToJson } from './entry.ts';
import { publishScript } from './scripts.ts';
import { partitionOf, type Topics } from './topics.ts';

/** The records of one call for one stream, with their indexes in the call. */
interface Part {
  readonly topic: string;
  readonly partition: number;
  readonly retentionMs: number;
  readonly records: { readonly record: BusRecord; readonly index: number }[];
}

/** Appends records to the streams of their partitions. */
export class Publisher {
  readonly #redis: RedisClient;
  readonly #topics: Topics;

  constructor(redis: RedisClient, topics: Topics) {
    this.#redis = redis;
    this.#topics = topics;
  }

  /**
   * Sends the records in one round trip.
   * @returns an outcome for each record; rejects when Redis is at fault
   * @throws BusLostContentError; some partitions may have stored their records nevertheless
   */
  async send(records: readonly BusRecord[], positions: Positions = new Map()): Promise<PublishOutcome[]> {
    const outcomes: PublishOutcome[] = records.map(() => undefined);
    const parts = new Map<string, Part>();
    // Once per topic: if the topic were created in between, it would accept records behind a refused one of the same
    // key.
    const found = new Map<string, TopicSettings | undefined>();
    for (const topic of new Set(records.map(({ topic }) => topic))) found.set(topic, await this.#topics.find(topic));
    for (const [index, record] of records.entries()) {
      const { topic, key } = record;
      const settings = found.get(topic);
      if (!settings) {
        outcomes[index] = new RecordRefusedError(`There is no topic ${topic}`);
        continue;
      }
      const { partitions, retentionMs } = settings;
      const partition = partitionOf(key, partitions);
      const stream = this.#topics.stream(topic, partition);
      const part = parts.get(stream) ?? { topic, partition, retentionMs, records: [] };
      parts.set(stream, part);
      part.records.push({ record, index });
    }
    const answers = await Promise.allSettled([
      ...[...parts].map(([stream, part]) => this.#append(stream, part, positions, outcomes)),
      ...[...found.keys()].map((topic) => this.#topics.remember(topic)),
    ]);
    const faults = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    if (faults.length > 0) throw faults.find((fault) => fault instanceof BusLostContentError) ?? faults[0];
    return outcomes;
  }

  /** @returns null while the streams have what they acknowledged, else what they lack */
  async lost(positions: Positions): Promise<string | null> {
    const answers = await Promise.all(Array.from(positions, ([name, position]) => this.#lacks(name, position)));
    return answers.find((answer) => answer !== null) ?? null;
  }

  async #lacks(name: string, position: string): Promise<string | null> {
    const colon = name.lastIndexOf(':');
    const [topic, partition] = [name.slice(0, colon), Number(name.slice(colon + 1))];
    const settings = await this.#topics.find(topic);
    if (!settings) return `There is no topic ${topic} any more`;
    try {
      // Without records the script only compares.
      await this.#run(this.#topics.stream(topic, partition), [position, settings.retentionMs]);
      return null;
    } catch (error) {
      if (error instanceof BusLostContentError) return error.message;
      throw error;
    }
  }

  async #append(stream: string, part: Part, positions: Positions, outcomes: PublishOutcome[]): Promise<void> {
    const { topic, partition, retentionMs, records } = part;
    const name = `${topic}:${partition}`;
    const known = positions.get(name) ?? '';
    const args = records.flatMap(({ record }) => [record.key, record.value, headersToJson(record)]);
    const [answers, last] = await this.#run(stream, [known, retentionMs, ...args]);
    for (const [at, { index }] of records.entries()) outcomes[index] = toOutcome(answers[at] ?? 'no answer');
    if (last !== '') positions.set(name, last);
  }

  async #run(stream: string, args: (string | number)[]): Promise<[outcomes: string[], last: string]> {
    try {
      return (await this.#redis.eval(publishScript, 1, stream, ...args)) as [string[], string];
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('LOST')) throw new BusLostContentError(error.message);
      throw error;
    }
  }
}

function toOutcome(answer: string): PublishOutcome {
  if (answer === '') return undefined;
  if (redisAtFault.test(answer)) return new Error(answer);
  return answer === '-' ? new RecordHeldBackError() : new RecordRefusedError(answer);
}
