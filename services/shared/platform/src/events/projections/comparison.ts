import { setImmediate as breathe } from 'node:timers/promises';
import type { Work } from '../../database/work.ts';
import { pause } from '../delivery/redelivery.ts';
import type { Ask } from './ask.ts';
import { bucketOf, type Digest, Digests, type Fingerprint } from './fingerprint.ts';
import { KeptRows, type Projection } from './projection.ts';
import { batchSize } from './questions.ts';
import { type DifferingPair, differing, fingerprintsOf, inBatches, isUnmoved, type Pair } from './subject-pairs.ts';

export interface ComparisonOptions {
  readonly projection: Projection;
  /** The consumer's name in the inbox. */
  readonly consumer: string;
  readonly work: Work;
  readonly ask: Ask;
  /** How many records of the topic the consumer has still to acknowledge; undefined while nobody can tell. */
  readonly lag: () => Promise<number | undefined>;
  /** Called between steps. @throws to end the comparison */
  readonly onStep: () => void;
  readonly signal: AbortSignal;
}

/** The consumer has too much before it for a difference to mean anything. */
class BehindError extends Error {
  override name = 'BehindError';
}

/** Subjects whose fingerprints are fetched at once. */
const groupSize = 20_000;
/** Records in hand with which a consumer counts as up to date, but for a moment. */
const smallLag = 100;
const momentMs = 1000;
const lookMs = 100;
/** How long a consumer may take to catch up, in milliseconds. */
const catchUpMs = 30_000;

/** Compares a projection with what its owner has. */
export class Comparison {
  readonly options: ComparisonOptions;
  readonly rows: KeptRows;

  constructor(options: ComparisonOptions) {
    this.options = options;
    this.rows = new KeptRows(options.work, options.projection, options.consumer);
  }

  /**
   * Every difference that is none of an event on its way: those that are still the same once the consumer has handled
   * what was recorded when they were first seen.
   * @returns also how many rows there are
   * @throws BehindError
   */
  async differences(): Promise<{ readonly rows: number; readonly found: DifferingPair[] }> {
    const { ask, projection, onStep } = this.options;
    const own = await this.#digests();
    onStep();
    const { digests } = await ask({ what: 'digest', view: projection.view.name });
    const rows = own.reduce((sum, [count]) => sum + count, 0);
    const suspects: DifferingPair[] = [];
    let mark = '0';
    for (const buckets of groupsOf(own, digests)) {
      onStep();
      const group = await this.#compareBuckets(buckets);
      suspects.push(...group.suspects);
      mark = group.mark;
    }
    if (suspects.length === 0) return { rows, found: [] };
    await this.awaitConsumer(mark);
    const found: DifferingPair[] = [];
    for (const batch of inBatches(suspects, batchSize)) {
      onStep();
      const now = await this.look(batch.map(({ subject }) => subject));
      const before = new Map(batch.map((pair) => [pair.subject, pair]));
      found.push(
        ...differing(now).filter((pair) => {
          const first = before.get(pair.subject);
          return first && isUnmoved(first, pair);
        }),
      );
    }
    return { rows, found };
  }

  /** Some subjects as they are now, here and at the owner; at most a batch. */
  async look(subjects: readonly string[]): Promise<Pair[]> {
    const { ask, projection } = this.options;
    const told = await ask({ what: 'find', view: projection.view.name, subjects: [...subjects] });
    const [owner, own] = [fingerprintsOf(told.subjects), await this.rows.find(subjects)];
    return subjects.map((subject) => ({
      subject,
      owner: owner.get(subject),
      own: own.get(subject) ?? { subject, version: 0, hash: null },
    }));
  }

  /** Waits until the consumer has handled what the owner had recorded at the mark. @throws BehindError */
  async awaitConsumer(mark: string): Promise<void> {
    const { ask, lag, signal, onStep, projection } = this.options;
    const deadline = performance.now() + catchUpMs;
    let published = false;
    let almostSince = Number.POSITIVE_INFINITY;
    while (performance.now() < deadline) {
      onStep();
      signal.throwIfAborted();
      published ||= (await ask({ what: 'published', mark })).published;
      const left = published ? await lag() : undefined;
      if (left === 0) return;
      almostSince = left !== undefined && left <= smallLag ? Math.min(almostSince, performance.now()) : Infinity;
      if (performance.now() - almostSince > momentMs) return;
      await pause(lookMs, signal);
    }
    throw new BehindError(`The consumer of ${projection.view.topic} is behind: nothing can be said of its copy`);
  }

  async #digests(): Promise<Digest[]> {
    const digests = new Digests();
    for await (const page of this.rows.pages()) {
      for (const row of page) digests.add(row);
      await breathe();
    }
    return digests.all();
  }

  async #compareBuckets(buckets: readonly number[]) {
    const { ask, projection } = this.options;
    const { subjects, mark } = await ask({ what: 'list', view: projection.view.name, buckets: [...buckets] });
    const owner = fingerprintsOf(subjects);
    const own = await this.#rowsIn(new Set(buckets));
    const suspects: DifferingPair[] = [];
    // What there is no row of may still have been seen: a removal.
    const rowless = [...owner.keys()].filter((subject) => !own.has(subject));
    for (const batch of inBatches(rowless, batchSize)) {
      for (const [subject, seen] of await this.rows.find(batch)) own.set(subject, seen);
    }
    for (const [subject, fingerprint] of own) {
      suspects.push(...differing([{ subject, owner: owner.get(subject), own: fingerprint }]));
    }
    return { suspects, mark };
  }

  async #rowsIn(buckets: ReadonlySet<number>): Promise<Map<string, Fingerprint>> {
    const found = new Map<string, Fingerprint>();
    for await (const page of this.rows.pages()) {
      for (const row of page) if (buckets.has(bucketOf(row.subject))) found.set(row.subject, row);
      await breathe();
    }
    return found;
  }
}

/** The buckets that differ, as many at once as may be looked into together. */
function groupsOf(own: readonly Digest[], owner: readonly Digest[]): number[][] {
  const groups: number[][] = [];
  let room = 0;
  for (const [bucket, [count, hash]] of own.entries()) {
    const [ownerCount, ownerHash] = owner[bucket] ?? [0, '0'];
    if (count === ownerCount && hash === ownerHash) continue;
    const size = Math.max(count, ownerCount);
    if (groups.length === 0 || room < size) {
      groups.push([]);
      room = groupSize;
    }
    groups.at(-1)?.push(bucket);
    room -= size;
  }
  return groups;
}
