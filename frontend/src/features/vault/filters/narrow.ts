import type { FacetIndex } from './facet-index.ts';
import type { Filters } from './filters.ts';
import { type Kind, kinds } from './kinds.ts';

/** Which entries fit something, by their place: 1 or 0; null: all do. */
export type Fits = Uint8Array | null;

/** What keeps games from being shown beside the filters. */
export interface Gates {
  readonly query: Fits;
  readonly console: Fits;
}

export type Cause = Kind | keyof Gates;

export interface Narrowed {
  /** 1 for each entry to show, by its place. */
  readonly fits: Uint8Array;
  readonly count: number;
  /** By kind and number of a value: how many games have it of those that fit everything else. */
  readonly counts: Readonly<Record<Kind, Uint32Array>>;
  /** How many more games there would be without one of the causes that hold them back. */
  readonly held: ReadonlyMap<Cause, number>;
}

/** What is chosen of a kind, by the numbers of its values. */
interface Chosen {
  readonly kind: Kind;
  /** 1: only, 2: not. */
  readonly sides: Uint8Array;
  readonly hasOnly: boolean;
}

function chosenIn(index: FacetIndex, filters: Filters): readonly Chosen[] {
  return kinds.flatMap((kind) => {
    const choice = filters[kind];
    if (!choice) return [];
    const { numberOf, values } = index.facets[kind];
    const sides = new Uint8Array(values.length);
    const numbersOf = (ids: readonly string[]) => ids.flatMap((id) => numberOf.get(id) ?? []);
    const only = numbersOf(choice.only);
    const not = numbersOf(choice.not);
    for (const number of only) sides[number] = 1;
    for (const number of not) sides[number] = 2;
    return only.length + not.length > 0 ? [{ kind, sides, hasOnly: only.length > 0 }] : [];
  });
}

const add = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);

/**
 * Goes once through the vault for all that the screen says: a game that fits everything counts for each of its values, one
 * that a single cause holds back for the values of that cause alone.
 */
export function narrow(index: FacetIndex, filters: Filters, { query, console }: Gates): Narrowed {
  const chosen = chosenIn(index, filters);
  const { facets, entries } = index;
  const counts = Object.fromEntries(kinds.map((kind) => [kind, new Uint32Array(facets[kind].values.length)])) as Record<
    Kind,
    Uint32Array
  >;
  const all = kinds.map((kind) => ({ ...facets[kind], counted: counts[kind] }));
  const fits = new Uint8Array(entries.length);
  const held = new Map<Cause, number>();
  let count = 0;

  const countValues = ({ numbers, starts, counted }: (typeof all)[number], place: number) => {
    const end = starts[place + 1] ?? 0;
    for (let at = starts[place] ?? 0; at < end; at += 1) {
      const number = numbers[at] ?? 0;
      counted[number] = (counted[number] ?? 0) + 1;
    }
  };

  for (let place = 0; place < entries.length; place += 1) {
    let causes = 0;
    let cause: Cause | null = null;
    if (query?.[place] === 0) {
      causes += 1;
      cause = 'query';
    }
    if (console?.[place] === 0) {
      causes += 1;
      cause = 'console';
    }
    // Of the one kind that holds a game back: how many of its values are unwanted, and the last of them.
    let unwanted = 0;
    let last = 0;
    for (const { kind, sides, hasOnly } of chosen) {
      if (causes > 1) break;
      const { numbers, starts } = facets[kind];
      const end = starts[place + 1] ?? 0;
      let isWanted = !hasOnly;
      let against = 0;
      for (let at = starts[place] ?? 0; at < end; at += 1) {
        const number = numbers[at] ?? 0;
        if (sides[number] === 1) isWanted = true;
        else if (sides[number] === 2) {
          against += 1;
          last = number;
        }
      }
      if (isWanted && against === 0) continue;
      causes += 1;
      cause = kind;
      unwanted = against;
    }
    if (causes === 0) {
      fits[place] = 1;
      count += 1;
      for (const facet of all) countValues(facet, place);
    } else if (causes === 1 && cause !== null) {
      add(held, cause);
      if (cause === 'query' || cause === 'console') continue;
      const facet = all[kinds.indexOf(cause)];
      if (facet && unwanted === 0) countValues(facet, place);
      else if (facet && unwanted === 1) facet.counted[last] = (facet.counted[last] ?? 0) + 1;
    }
  }
  return { fits, count, counts, held };
}
