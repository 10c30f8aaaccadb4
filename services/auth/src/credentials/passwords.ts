import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { HashingFor, HashingTurns } from '../throttling/hashing-turns.ts';

/** argon2id by OWASP's floor: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const currentPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/**
 * In bytes. It also tells what was hashed: with a salt of 16 bytes it was the password's compatible form (NFKC), in which
 * different texts are the same, such as `ﬁ` and `fi`; with 24 it is its composed form (NFC), in which only the same text
 * is. The release before checks both, since a hash carries its salt.
 */
const saltBytes = 24;
const hasComposed = (stored: string) => stored.split('$')[4]?.length === Math.ceil((saltBytes * 4) / 3);

/** Costs as much to check as a real hash, but no password matches it. */
const nobodysHash = `${currentPrefix}${unpadded(randomBytes(saltBytes))}$${unpadded(randomBytes(32))}`;

/** The same password typed on two keyboards may be composed differently; this makes it the same bytes, and no more. */
const composed = (password: string) => password.normalize('NFC');

export const isSamePassword = (one: string, other: string): boolean => composed(one) === composed(other);

/** Hashes and checks passwords off the main thread, a few at a time; the addresses that they come from have turns. */
export class Passwords {
  readonly #turns: HashingTurns;

  constructor(turns: HashingTurns) {
    this.#turns = turns;
  }

  /** @returns the argon2id hash in PHC form. @throws CodedError 429 or 503 when too many wait already */
  hash(password: string, whom: HashingFor): Promise<string> {
    return this.#turns.run(whom, () => hash(composed(password), { ...cost, salt: randomBytes(saltBytes) }));
  }

  /**
   * Takes as long for an unknown user (`stored` null) as for a wrong password: the time does not tell who exists.
   * @throws CodedError 429 or 503 when too many wait already
   */
  async matches(stored: string | null, password: string, whom: HashingFor): Promise<boolean> {
    const known = stored ?? nobodysHash;
    const text = hasComposed(known) ? composed(password) : password.normalize('NFKC');
    return this.#turns.run(whom, () => verify(known, text));
  }

  /** Whether the hash was made with other parameters than new ones are. */
  isOutdated(stored: string): boolean {
    return !stored.startsWith(currentPrefix);
  }
}
