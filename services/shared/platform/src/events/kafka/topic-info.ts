import { once } from 'node:events';
import { connect } from 'node:net';

/** What tells one topic from another of the same name, as after a cluster was emptied. */
export type TopicIds = ReadonlyMap<string, string>;

const metadata = { key: 3, version: 12 };
const answerLimitMs = 3000;

/**
 * The ids of those of the topics that are there. kafkajs speaks an older version of the protocol, which has no ids, so
 * this one request is put here by itself.
 * @throws when none of the brokers answers
 */
export async function findTopicIds(brokers: readonly string[], topics: readonly string[]): Promise<TopicIds> {
  let fault: unknown = new Error('There is no broker');
  for (const broker of brokers) {
    try {
      return readAnswer(await ask(broker, request(topics)));
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
}

async function ask(broker: string, message: Buffer): Promise<Buffer> {
  const colon = broker.lastIndexOf(':');
  const socket = connect({ host: broker.slice(0, colon), port: Number(broker.slice(colon + 1)) });
  const signal = AbortSignal.timeout(answerLimitMs);
  try {
    await once(socket, 'connect', { signal });
    socket.write(message);
    let answer = Buffer.alloc(0);
    while (answer.length < 4 || answer.length < 4 + answer.readInt32BE(0)) {
      const [chunk] = await Promise.race([
        once(socket, 'data', { signal }),
        once(socket, 'close', { signal }).then(() => [undefined]),
      ]);
      if (chunk === undefined) throw new Error('The broker has closed the connection');
      answer = Buffer.concat([answer, chunk]);
    }
    return answer.subarray(4);
  } finally {
    socket.on('error', () => undefined);
    socket.destroy();
  }
}

function request(topics: readonly string[]): Buffer {
  const header = Buffer.alloc(11);
  header.writeInt16BE(metadata.key, 0);
  header.writeInt16BE(metadata.version, 2);
  header.writeInt32BE(1, 4);
  const noClientId = -1;
  header.writeInt16BE(noClientId, 8);
  const noTags = Buffer.from([0]);
  const names = topics.flatMap((topic) => {
    const name = Buffer.from(topic);
    // By its name, so without an id.
    return [Buffer.alloc(16), varint(name.length + 1), name, noTags];
  });
  const noOptions = Buffer.from([0, 0]);
  const body = Buffer.concat([header, varint(topics.length + 1), ...names, noOptions, noTags]);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length, 0);
  return Buffer.concat([length, body]);
}

function readAnswer(answer: Buffer): TopicIds {
  const reader = new Reader(answer);
  reader.skip(4);
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

/** Kafka's compact notation: lengths are varints, one more than they say; zero is null. */
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
