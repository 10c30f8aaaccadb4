import { hash } from 'node:crypto';
import type { View } from '@nightshelf/contracts/events/views.ts';

/** Number of buckets into which a topic's subjects are divided for comparison. */
export const bucketCount = 256;

/** Returns the bucket of a subject, 0 to 255: FNV-1a of its UTF-16 code units. */
export function bucketOf(subject: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < subject.length; i += 1) value = Math.imul(value ^ subject.charCodeAt(i), 0x01000193);
  return (value >>> 24) ^ ((value >>> 16) & 0xff) ^ ((value >>> 8) & 0xff) ^ (value & 0xff);
}

/** Returns a 64-bit hash of a copy's content in hexadecimal, independent of the order of its fields. */
export function contentHash(kept: unknown): string {
  return shortHash(JSON.stringify(kept, inOneOrder) ?? '');
}

export const viewHash = (view: View, data: unknown, version: number) => contentHash(view.keep(data, version));

const shortHash = (text: string) => hash('md5', text, 'hex').slice(0, 16);

function inOneOrder(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const given = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(given)
      .sort()
      .map((name) => [name, given[name]]),
  );
}

/** A compact form of a subject's state. */
export interface Fingerprint {
  readonly subject: string;
  /** 0 for a consumer that has received nothing about it. */
  readonly version: number;
  /** Hash of the copied content; null for a removed subject or one without a copy. */
  readonly hash: string | null;
}

/** A compact form of one bucket: the number of subjects and all their fingerprints combined. */
export type Digest = readonly [count: number, hash: string];

/** Digests of all buckets. Removed subjects do not change them. */
export class Digests {
  readonly #counts = new Array<number>(bucketCount).fill(0);
  readonly #hashes = new Array<bigint>(bucketCount).fill(0n);

  add({ subject, version, hash }: Fingerprint): void {
    if (hash === null) return;
    const bucket = bucketOf(subject);
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    // XOR makes the result independent of the order of rows.
    this.#hashes[bucket] = (this.#hashes[bucket] ?? 0n) ^ BigInt(`0x${shortHash(`${subject} ${version} ${hash}`)}`);
  }

  all(): Digest[] {
    return this.#counts.map((count, bucket) => [count, (this.#hashes[bucket] ?? 0n).toString(16)]);
  }
}
