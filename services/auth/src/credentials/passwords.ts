import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { HashingFor, HashingQueue } from '../throttling/throttling.ts';

/** argon2id with OWASP's minimum: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const currentPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/**
 * In bytes. The salt length shows how the text was normalized: 24 for NFC, 16 for the older NFKC, in which different
 * texts such as `ﬁ` and `fi` are equal.
 */
const saltBytes = 24;
const hasComposed = (stored: string) => stored.split('$')[4]?.length === Math.ceil((saltBytes * 4) / 3);

/** No password matches this hash, but it costs as much to check as a real one. */
const unmatchableHash = `${currentPrefix}${unpadded(randomBytes(saltBytes))}$${unpadded(randomBytes(32))}`;

/** Keyboards may compose the same password differently; NFC makes the bytes equal. */
const composed = (password: string) => password.normalize('NFC');

export const isSamePassword = (one: string, other: string): boolean => composed(one) === composed(other);

/** Hashes and verifies passwords off the main thread, with limited concurrency and fair turns per address. */
export class Passwords {
  readonly #turns: HashingQueue;

  constructor(turns: HashingQueue) {
    this.#turns = turns;
  }

  /** @returns the argon2id hash in PHC form. @throws CodedError 429 or 503 when the queue is full */
  hash(password: string, client: HashingFor): Promise<string> {
    return this.#turns.run(client, () => hash(composed(password), { ...cost, salt: randomBytes(saltBytes) }));
  }

  /**
   * Takes as long for an unknown user (`stored` null) as for a wrong password, so that the time does not reveal who
   * exists.
   * @throws CodedError 429 or 503 when the queue is full
   */
  async matches(stored: string | null, password: string, client: HashingFor): Promise<boolean> {
    const known = stored ?? unmatchableHash;
    const text = hasComposed(known) ? composed(password) : password.normalize('NFKC');
    return this.#turns.run(client, () => verify(known, text));
  }

  /** Returns whether the hash was made with other parameters than the current ones. */
  isOutdated(stored: string): boolean {
    return !stored.startsWith(currentPrefix);
  }
}
