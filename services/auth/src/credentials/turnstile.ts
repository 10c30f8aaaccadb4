import { CodedError } from '@nightshelf/platform';

/** Lets few pieces of work through at a time, lets some wait and turns the rest away, so that a flood stays outside. */
export class Turnstile {
  readonly #atOnce: number;
  readonly #waiting: number;
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, waiting: number) {
    this.#atOnce = atOnce;
    this.#waiting = waiting;
  }

  /** @throws CodedError 503 when too many wait already; `work` was not started then */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return;
    }
    if (this.#queue.length >= this.#waiting) throw busy();
    await new Promise<void>((resolve) => this.#queue.push(resolve));
  }

  #leave(): void {
    // Whoever is next takes over the place, so that nobody can slip in between.
    const next = this.#queue.shift();
    if (next) next();
    else this.#running -= 1;
  }
}

/** Too much of this is going on already. */
export const busy = () =>
  new CodedError(503, 'auth.busy', 'Too many people are signing in right now. Please try again in a moment.', {
    headers: { 'retry-after': '5' },
  });
