import type { Admin, RecordMetadata } from 'kafkajs';
import type { Positions as AcknowledgedPositions } from '../bus.ts';
import { BusLostContentError } from '../delivery/publish-errors.ts';
import type { Connection } from './connection.ts';
import type { FindTopicIds, TopicIds } from './topic-info.ts';

/** A position is the topic's id and the record's offset. */
const toPosition = (id: string, offset: bigint) => `${id} ${offset}`;
const split = (position: string) => {
  const [id = '', offset = '0'] = position.split(' ');
  return { id, offset: BigInt(offset) };
};
const list = (positions: AcknowledgedPositions) =>
  Array.from(positions, ([name, position]) => ({
    name,
    topic: name.slice(0, name.lastIndexOf(':')),
    ...split(position),
  }));

/** Tracks what the topics have acknowledged and checks whether they still have it. */
export class Positions {
  readonly #findTopicIds: FindTopicIds;
  readonly #admin: Connection<Admin>;
  #ids: TopicIds = new Map();

  constructor(findTopicIds: FindTopicIds, admin: Connection<Admin>) {
    this.#findTopicIds = findTopicIds;
    this.#admin = admin;
  }

  /** @returns null while the topics are the same and reach the acknowledged offsets, else what is wrong */
  async lost(positions: AcknowledgedPositions): Promise<string | null> {
    const all = list(positions);
    if (all.length === 0) return null;
    const topics = [...new Set(all.map(({ topic }) => topic))];
    this.#ids = await this.#findTopicIds(topics);
    const other = all.find(({ id, topic }) => id !== this.#ids.get(topic));
    if (other) return `The topic ${other.topic} is another one`;
    // In parallel, because publishing waits for all of them.
    const offsets = await this.#admin.useAgain((admin) =>
      Promise.all(topics.map(async (topic) => [topic, await admin.fetchTopicOffsets(topic)] as const)),
    );
    const ends = new Map<string, bigint>(
      offsets.flatMap(([topic, ofTopic]) =>
        ofTopic.map(({ partition, high }) => [`${topic}:${partition}`, BigInt(high)] as const),
      ),
    );
    const beyond = all.find(({ name, offset }) => (ends.get(name) ?? 0n) <= offset);
    if (beyond) return `The topic ${beyond.topic} ends before what was published last`;
    return null;
  }

  /** @throws BusLostContentError when a topic has been replaced since its offsets were acknowledged */
  async compare(topics: readonly string[], positions: AcknowledgedPositions): Promise<void> {
    if (topics.some((topic) => !this.#ids.has(topic))) {
      this.#ids = new Map([...this.#ids, ...(await this.#findTopicIds(topics))]);
    }
    const wrong = list(positions).find(({ id, topic }) => topics.includes(topic) && id !== this.#ids.get(topic));
    if (wrong) throw new BusLostContentError(`The topic ${wrong.topic} is another one`);
  }

  /**
   * @param counts number of records per partition: `<topic>:<partition>`
   * @throws BusLostContentError when they got offsets that were already taken
   */
  note(stored: readonly RecordMetadata[], counts: ReadonlyMap<string, number>, positions: AcknowledgedPositions): void {
    for (const { topicName, partition, baseOffset } of stored) {
      const base = BigInt(baseOffset ?? -1);
      if (base < 0n) continue;
      const name = `${topicName}:${partition}`;
      const before = positions.get(name);
      if (before !== undefined && base <= split(before).offset)
        throw new BusLostContentError(`${name} was set back to ${base}`);
      const last = base + BigInt(counts.get(name) ?? 1) - 1n;
      positions.set(name, toPosition(this.#ids.get(topicName) ?? '', last));
    }
  }

  /** Clears the cached ids, because the topics may have been replaced. */
  forget(): void {
    this.#ids = new Map();
  }
}
