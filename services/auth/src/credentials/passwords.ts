import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { AuthParts } from '../parts.ts';
import type { HashingFor } from '../throttling/throttling.ts';

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

/** Hashes run off the main thread, with limited concurrency and fair turns per address. */
type Parts = Pick<AuthParts, 'hashing'>;

/** @returns the argon2id hash in PHC form. @throws CodedError 429 or 503 when the queue is full */
export const hashPassword = ({ hashing }: Parts, password: string, client: HashingFor): Promise<string> =>
  hashing.run(client, () => hash(composed(password), { ...cost, salt: randomBytes(saltBytes) }));

/**
 * Takes as long for an unknown user (`stored` null) as for a wrong password, so that the time does not reveal who exists.
 * @throws CodedError 429 or 503 when the queue is full
 */
export function matchesPassword({ hashing }: Parts, stored: string | null, password: string, client: HashingFor) {
  const known = stored ?? unmatchableHash;
  const text = hasComposed(known) ? composed(password) : password.normalize('NFKC');
  return hashing.run(client, () => verify(known, text));
}

/** Returns whether the hash was made with other parameters than the current ones. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(currentPrefix);
