/** One record that no consumer can make sense of, and that each has to put aside. */
export interface Poison {
  readonly topic: string;
  /** Occurs in the record and nowhere else. */
  readonly marker: string;
  /** What is wrong with it. */
  readonly form: string;
  readonly at: number;
}

/** What the drill itself has put on the bus, and when the bus lost what it held. */
export class Injected {
  readonly poison: Poison[] = [];
  #lostAt = Number.NEGATIVE_INFINITY;

  add(poison: Omit<Poison, 'at'>): void {
    this.poison.push({ ...poison, at: performance.now() });
  }

  busLost(): void {
    this.#lostAt = performance.now();
  }

  /** Poison that has to be among the dead letters: what came before the bus was lost may be gone with it. */
  expected(): Poison[] {
    return this.poison.filter(({ at }) => at > this.#lostAt);
  }
}
