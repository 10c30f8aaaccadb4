import { compare, type Difference, isSame } from './compare.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { ToldFingerprint } from './questions.ts';

/** A subject as its owner and as the consumer has it; `owner` is undefined when the owner does not know it. */
export interface Pair {
  readonly subject: string;
  readonly owner: Fingerprint | undefined;
  readonly own: Fingerprint;
}

export interface DifferingPair extends Pair {
  readonly difference: Difference;
}

/** If a subject occurs twice, because it was removed and restored meanwhile, its later version counts. */
export function fingerprintsOf(told: readonly ToldFingerprint[]): Map<string, Fingerprint> {
  const fingerprints = new Map<string, Fingerprint>();
  for (const [subject, version, hash] of told) {
    const known = fingerprints.get(subject);
    if (!known || known.version < version) fingerprints.set(subject, { subject, version, hash });
  }
  return fingerprints;
}

export function differing(pairs: Iterable<Pair>): DifferingPair[] {
  return [...pairs].flatMap((pair) => {
    const difference = compare(pair.owner, pair.own);
    return difference ? [{ ...pair, difference }] : [];
  });
}

export const isUnmoved = (before: Pair, now: Pair) => isSame(before.owner, now.owner) && isSame(before.own, now.own);

export function* inBatches<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
