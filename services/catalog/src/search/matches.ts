export interface Match {
  readonly guid: string;
  /** Lower is better. */
  readonly tier: number;
  /** How well known the game is; higher is better. */
  readonly fame: number;
  readonly name: string;
}

/** Collects the matches of all stages, each game once at its best rank. */
export class Matches {
  readonly #limit: number;
  readonly #found: Match[] = [];
  readonly #guids = new Set<string>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#found.length;
  }

  get best(): Match | undefined {
    return this.#found[0];
  }

  get enough(): boolean {
    return this.size >= this.#limit;
  }

  /** @param matches of one stage, all ranked after those of earlier stages */
  add(matches: readonly Match[]): void {
    for (const match of matches.toSorted(byPlace)) {
      if (this.#guids.has(match.guid)) continue;
      this.#guids.add(match.guid);
      this.#found.push(match);
    }
  }

  guids(): string[] {
    return this.#found.slice(0, this.#limit).map(({ guid }) => guid);
  }
}

const byPlace = (a: Match, b: Match) =>
  a.tier - b.tier || b.fame - a.fame || compare(a.name, b.name) || compare(a.guid, b.guid);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
