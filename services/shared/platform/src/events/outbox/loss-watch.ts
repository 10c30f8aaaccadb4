import type { EventBus } from '../bus.ts';
import type { Marks } from '../delivery/marks.ts';

/** Milliseconds between looks at whether the bus still has what it acknowledged. */
const intervalMs = 3000;

/**
 * Whether the bus still has what it acknowledged. At first, and whenever there is doubt, nothing is to be published before it
 * has answered; from then on it is asked beside publishing, which would wait for many round trips. A late answer is about
 * marks that were taken before, and whatever is published meanwhile where something is missing is noticed as it is stored.
 */
export class LossWatch {
  readonly #bus: EventBus;
  readonly #marks: Marks;
  #askedAt: number | undefined;
  #round = 0;
  #answer: (() => string | null) | undefined;

  constructor(bus: EventBus, marks: Marks) {
    this.#bus = bus;
    this.#marks = marks;
  }

  /** @returns what is missing, null while nothing is known to be; @throws when the bus could not be asked */
  async look(): Promise<string | null> {
    if (this.#askedAt === undefined) {
      const lost = await this.#bus.lost(this.#marks);
      this.#askedAt = performance.now();
      return lost;
    }
    const answer = this.#answer;
    this.#answer = undefined;
    if (answer) return answer();
    if (performance.now() - this.#askedAt >= intervalMs) this.#ask();
    return null;
  }

  /** The bus may be another one, or at fault. */
  doubt(): void {
    this.discard();
    this.#askedAt = undefined;
  }

  /** What is on its way is about marks that hold no more. */
  discard(): void {
    this.#round += 1;
    this.#answer = undefined;
  }

  #ask(): void {
    this.#askedAt = performance.now();
    const round = this.#round;
    const hear = (answer: () => string | null) => {
      if (round === this.#round) this.#answer = answer;
    };
    this.#bus.lost(this.#marks).then(
      (lost) => hear(() => lost),
      (error: unknown) =>
        hear(() => {
          throw error;
        }),
    );
  }
}
