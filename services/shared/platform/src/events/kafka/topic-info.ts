import type { AskBrokers } from './ask-brokers.ts';

/** Topic ids, which distinguish a topic from another of the same name, as after a cluster was emptied. */
export type TopicIds = ReadonlyMap<string, string>;

/**
 * Returns the ids of the existing topics.
 * @throws when no broker responds
 */
export type FindTopicIds = (topics: readonly string[]) => Promise<TopicIds>;

/** kafkajs speaks an older protocol version without topic ids, so this request is built here. */
export const findTopicIdsBy =
  (ask: AskBrokers): FindTopicIds =>
  async (topics) =>
    readAnswer(await ask({ apiKey: 3, apiVersion: 12, apiName: 'Metadata' }, request(topics)));

function request(topics: readonly string[]): Buffer {
  const noTags = Buffer.from([0]);
  const names = topics.flatMap((topic) => {
    const name = Buffer.from(topic);
    // By name, so without an id.
    return [Buffer.alloc(16), varint(name.length + 1), name, noTags];
  });
  const noOptions = Buffer.from([0, 0]);
  // The first tags belong to the header.
  return Buffer.concat([noTags, varint(topics.length + 1), ...names, noOptions, noTags]);
}

function readAnswer(answer: Buffer): TopicIds {
  const reader = new Reader(answer);
  reader.skipTags();
  reader.skip(4);
  reader.each(() => {
    reader.skip(4);
    reader.text();
    reader.skip(4);
    reader.text();
    reader.skipTags();
  });
  reader.text();
  reader.skip(4);
  const ids = new Map<string, string>();
  reader.each(() => {
    const error = reader.int16();
    const name = reader.text();
    const id = reader.bytes(16).toString('base64url');
    reader.skip(1);
    reader.each(() => {
      reader.skip(14);
      for (let list = 0; list < 3; list += 1) reader.each(() => reader.skip(4));
      reader.skipTags();
    });
    reader.skip(4);
    reader.skipTags();
    if (error === 0 && name !== null) ids.set(name, id);
  });
  return ids;
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}

/** Kafka's compact notation: a length is a varint plus one; zero means null. */
class Reader {
  readonly #buffer: Buffer;
  #at = 0;

  constructor(buffer: Buffer) {
    this.#buffer = buffer;
  }

  bytes(count: number): Buffer {
    this.#at += count;
    return this.#buffer.subarray(this.#at - count, this.#at);
  }

  skip(count: number): void {
    this.#at += count;
  }

  int16(): number {
    return this.bytes(2).readInt16BE(0);
  }

  text(): string | null {
    const length = this.#varint();
    return length === 0 ? null : this.bytes(length - 1).toString();
  }

  each(act: () => void): void {
    for (let left = this.#varint() - 1; left > 0; left -= 1) act();
  }

  skipTags(): void {
    for (let left = this.#varint(); left > 0; left -= 1) {
      this.#varint();
      this.skip(this.#varint());
    }
  }

  #varint(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes(1).readUInt8(0);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }
}
