import { setImmediate as breathe } from 'node:timers/promises';
import type { Work } from '../../database/work.ts';
import { pause } from '../delivery/redelivery.ts';
import type { Ask } from './ask.ts';
import type { Fingerprint } from './fingerprint.ts';
import { KeptRows, type Projection } from './projection.ts';
import { type Answers, batchSize, type Place, rangeSize } from './questions.ts';
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

/** How far a comparison has come: what the owner is asked for next, and behind which subject the consumer's rows follow. */
export interface Position extends Place {
  readonly own: string | null;
}

export const beginning: Position = { part: 0, after: null, own: null };

/** What comes of one range of subjects. */
export interface Compared {
  /** Copies in it. */
  readonly rows: number;
  readonly found: readonly DifferingPair[];
  /** Null behind the last. */
  readonly next: Position | null;
}

/** The consumer has too much before it for a difference to mean anything. */
class BehindError extends Error {
  override name = 'BehindError';
}

/** Most rows of the consumer that are held at once; more than an owner tells of, where it does not know some. */
const mostRows = 2 * rangeSize;
/** Records in hand with which a consumer counts as up to date, but for a moment. */
const smallLag = 100;
const momentMs = 1000;
const lookMs = 100;
/** How long a consumer may take to catch up, in milliseconds. */
const catchUpMs = 30_000;
/** Later than every event: an owner of the release before does not say how far it was. */
const everything = '9223372036854775807';

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
   * what was recorded when they were first seen. A range at a time, and each can be where a comparison goes on.
   * @throws BehindError
   */
  async *ranges(from: Position | null): AsyncGenerator<Compared> {
    let at = from;
    let asking = at && this.#page(at);
    while (at && asking) {
      this.options.onStep();
      const page = await asking;
      const ahead: Position | null = page.next && { ...page.next, own: page.next.after };
      // The owner reads on meanwhile.
      const next = ahead && this.#page(ahead);
      const { rows, suspects, left } = await this.#compare(page, at);
      const found = await this.#settle(suspects, page.mark ?? everything);
      yield { rows, found, next: left ?? ahead };
      at = left ?? ahead;
      asking = left ? this.#page(left) : next;
    }
  }

  /** Some subjects as they are now, here and at the owner; at most a batch. */
  async look(subjects: readonly string[]): Promise<Pair[]> {
    const { ask, projection } = this.options;
    const told = await ask({ what: 'find', view: projection.view.name, subjects: [...subjects] });
    const [owner, own] = [fingerprintsOf(told.subjects), await this.rows.find(subjects)];
    return subjects.map((subject) => pairOf(subject, owner.get(subject), own.get(subject)));
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

  #page({ part, after }: Place): Promise<Answers['page']> {
    const { ask, projection } = this.options;
    const asked = ask({ what: 'page', view: projection.view.name, part, after, limit: rangeSize });
    // Heard where it is awaited, if that still comes to pass.
    asked.catch(() => undefined);
    return asked;
  }

  /**
   * A page that the owner told of, with the consumer's rows between its ends. The two may order names differently (the
   * collations of their databases): whatever the one has that the other has elsewhere is looked up by name.
   * @returns also where the rest of the consumer's rows begins, if there are too many for once
   */
  async #compare({ subjects, next }: Answers['page'], at: Position) {
    const owner = fingerprintsOf(subjects);
    const until = next?.part === at.part ? next.after : null;
    const own = at.part === 0 ? await this.#rowsBetween(at.own, until) : [];
    const pairs = own.map((row) => pairOf(row.subject, owner.get(row.subject), row));
    for (const { subject } of own) owner.delete(subject);
    // What there is no row of may still have been seen: a removal.
    for (const batch of inBatches([...owner.keys()], batchSize)) {
      const seen = await this.rows.find(batch);
      pairs.push(...batch.map((subject) => pairOf(subject, owner.get(subject), seen.get(subject))));
    }
    const last = own.length >= mostRows ? own.at(-1) : undefined;
    const left: Position | undefined = last && { ...at, own: last.subject };
    return { rows: own.length, suspects: differing(pairs), left };
  }

  /** @returns those that are still the same once the consumer has handled what was recorded by then */
  async #settle(suspects: readonly DifferingPair[], mark: string): Promise<DifferingPair[]> {
    if (suspects.length === 0) return [];
    await this.awaitConsumer(mark);
    const found: DifferingPair[] = [];
    for (const batch of inBatches(suspects, batchSize)) {
      this.options.onStep();
      const now = await this.look(batch.map(({ subject }) => subject));
      const before = new Map(batch.map((pair) => [pair.subject, pair]));
      found.push(
        ...differing(now).filter((pair) => {
          const first = before.get(pair.subject);
          return first && isUnmoved(first, pair);
        }),
      );
    }
    return found;
  }

  async #rowsBetween(after: string | null, until: string | null): Promise<Fingerprint[]> {
    const rows: Fingerprint[] = [];
    for await (const page of this.rows.pages(after, until)) {
      rows.push(...page);
      if (rows.length >= mostRows) break;
      await breathe();
    }
    return rows;
  }
}

const pairOf = (subject: string, owner: Fingerprint | undefined, own: Fingerprint | undefined): Pair => ({
  subject,
  owner,
  own: own ?? { subject, version: 0, hash: null },
});
