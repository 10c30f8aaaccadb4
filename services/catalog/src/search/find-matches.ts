import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { normalise, wordsOf } from './normalise.ts';
import type { Match, Stage } from './stages.ts';

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

/** Further words are ignored, since they hardly narrow the search. */
export const maxWords = 8;

interface FoundMatches {
  readonly matches: Matches;
  /** The corrected query when nothing matches the original, else null. */
  readonly meant: string | null;
}

/** Runs the stages in order, each only while fewer than `limit` games were found. */
export async function findMatches(
  em: EntityManager,
  stages: readonly Stage[],
  query: string,
  limit: number,
): Promise<FoundMatches> {
  const name = normalise(query);
  const words = wordsOf(name).slice(0, maxWords);
  const matches = new Matches(limit);
  let meant: string | null = null;
  if (words.length === 0) return { matches, meant };
  for (const stage of stages) {
    if (matches.enough) break;
    const isFirst = matches.size === 0;
    const found = await stage(em, { name, words, limit: limit + matches.size, found: matches.size });
    matches.add(found.matches);
    if (isFirst && found.takenFor && matches.best) meant = inWords(found.takenFor, matches.best.name);
  }
  return { matches, meant };
}

/** Picks the replacement words that the best game contains. */
function inWords(takenFor: readonly (readonly string[])[], name: string): string {
  const has = (word: string) => ` ${name}`.includes(` ${word}`);
  return takenFor.map((words) => words.find(has) ?? words[0]).join(' ');
}
