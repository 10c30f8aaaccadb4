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
  /** Returns the unacknowledged records of the topic; undefined when unknown. */
  readonly lag: () => Promise<number | undefined>;
  /**
   * Called between steps.
   * @throws to end the comparison
   */
  readonly onStep: () => void;
  readonly signal: AbortSignal;
}

/** Progress of a comparison: the owner's next page, and the subject after which the consumer's rows continue. */
export interface Position extends Place {
  readonly own: string | null;
}

export const beginning: Position = { part: 0, after: null, own: null };

/** Result of one range of subjects. */
export interface Compared {
  /** Number of copies in it. */
  readonly rows: number;
  readonly found: readonly DifferingPair[];
  /** Null after the last range. */
  readonly next: Position | null;
}

/** The consumer's backlog is too large for a difference to mean anything. */
class BehindError extends Error {
  override name = 'BehindError';
}

/** Maximum rows of the consumer in memory; more than a page of the owner, in case the owner does not know some. */
const mostRows = 2 * rangeSize;
/** Backlog with which a consumer counts as up to date. */
const smallLag = 100;
const momentMs = 1000;
const lookMs = 100;
/** How long a consumer may take to catch up. */
const catchUpMs = 30_000;
/** Greater than every event id: an owner of the previous release reports no checkpoint. */
const everything = '9223372036854775807';

/** Compares a projection with its owner's data. */
export class Comparison {
  readonly options: ComparisonOptions;
  readonly rows: KeptRows;

  constructor(options: ComparisonOptions) {
    this.options = options;
    this.rows = new KeptRows(options.work, options.projection, options.consumer);
  }

  /**
   * Yields the differences range by range, from any of which a comparison can continue. A difference counts only if it
   * remains after the consumer has handled all events recorded when it was first seen.
   * @throws BehindError
   */
  async *ranges(from: Position | null): AsyncGenerator<Compared> {
    let at = from;
    let asking = at && this.#page(at);
    while (at && asking) {
      this.options.onStep();
      const page = await asking;
      const ahead: Position | null = page.next && { ...page.next, own: page.next.after };
      // The owner reads the next page meanwhile.
      const next = ahead && this.#page(ahead);
      const { rows, suspects, left } = await this.#compare(page, at);
      const found = await this.#settle(suspects, page.mark ?? everything);
      yield { rows, found, next: left ?? ahead };
      at = left ?? ahead;
      asking = left ? this.#page(left) : next;
    }
  }

  /** Returns the current state of some subjects on both sides; at most a batch. */
  async look(subjects: readonly string[]): Promise<Pair[]> {
    const { ask, projection } = this.options;
    const told = await ask({ what: 'find', view: projection.view.name, subjects: [...subjects] });
    const [owner, own] = [fingerprintsOf(told.subjects), await this.rows.find(subjects)];
    return subjects.map((subject) => pairOf(subject, owner.get(subject), own.get(subject)));
  }

  /**
   * Waits until the consumer has handled the events that the owner had recorded at the checkpoint.
   * @throws BehindError
   */
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
    // Prevents an unhandled rejection; the caller awaits it later.
    asked.catch(() => undefined);
    return asked;
  }

  /**
   * Compares a page of the owner with the consumer's rows in the same range. The databases may sort names differently
   * (collation), so subjects that only one side has in the range are looked up by name.
   * @returns also where the consumer's remaining rows start, if there are too many for one step
   */
  async #compare({ subjects, next }: Answers['page'], at: Position) {
    const owner = fingerprintsOf(subjects);
    const until = next?.part === at.part ? next.after : null;
    const own = at.part === 0 ? await this.#rowsBetween(at.own, until) : [];
    const pairs = own.map((row) => pairOf(row.subject, owner.get(row.subject), row));
    for (const { subject } of own) owner.delete(subject);
    // A subject without a row may still have been seen: a removal.
    for (const batch of inBatches([...owner.keys()], batchSize)) {
      const seen = await this.rows.find(batch);
      pairs.push(...batch.map((subject) => pairOf(subject, owner.get(subject), seen.get(subject))));
    }
    const last = own.length >= mostRows ? own.at(-1) : undefined;
    const left: Position | undefined = last && { ...at, own: last.subject };
    return { rows: own.length, suspects: differing(pairs), left };
  }

  /** @returns the differences that remain after the consumer has handled the events recorded by then */
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
