import { hash } from 'node:crypto';
import type { View } from '@nightshelf/contracts/events/views.ts';

/** How many parts the subjects of a topic are divided into to be compared. */
export const bucketCount = 256;

/** Which part a subject belongs to, 0 to 255: FNV-1a of its UTF-16 code units. */
export function bucketOf(subject: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < subject.length; i += 1) value = Math.imul(value ^ subject.charCodeAt(i), 0x01000193);
  return (value >>> 24) ^ ((value >>> 16) & 0xff) ^ ((value >>> 8) & 0xff) ^ (value & 0xff);
}

/** 64 bits in hexadecimal of what a copy keeps; the order of its fields does not matter. */
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

/** A subject as it is, told in a few bytes. */
export interface Fingerprint {
  readonly subject: string;
  /** 0 for a consumer that has seen nothing of it. */
  readonly version: number;
  /** Of what a copy keeps; null for a subject that was removed, or that the consumer has no copy of. */
  readonly hash: string | null;
}

/** One part of the subjects, told in a few bytes: how many there are, and all their fingerprints in one. */
export type Digest = readonly [count: number, hash: string];

/** Digests of all parts. Removed subjects leave no trace in them. */
export class Digests {
  readonly #counts = new Array<number>(bucketCount).fill(0);
  readonly #hashes = new Array<bigint>(bucketCount).fill(0n);

  add({ subject, version, hash }: Fingerprint): void {
    if (hash === null) return;
    const bucket = bucketOf(subject);
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    // Exclusive or: in whatever order the rows come.
    this.#hashes[bucket] = (this.#hashes[bucket] ?? 0n) ^ BigInt(`0x${shortHash(`${subject} ${version} ${hash}`)}`);
  }

  all(): Digest[] {
    return this.#counts.map((count, bucket) => [count, (this.#hashes[bucket] ?? 0n).toString(16)]);
  }
}
