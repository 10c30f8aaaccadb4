import type { FacetIndex } from './facet-index.ts';
import type { Filters } from './filters.ts';
import { type Kind, kinds } from './kinds.ts';

/** 1 or 0 per entry index; null when all entries match. */
export type Fits = Uint8Array | null;

/** What hides a game. */
export type Cause = Kind | 'query' | 'console';

export interface Narrowed {
  /** 1 for each entry to show, by index. */
  readonly fits: Uint8Array;
  readonly count: number;
  /** By kind and value index: number of games with the value that match everything else. */
  readonly counts: Readonly<Record<Kind, Uint32Array>>;
  /** By cause: number of games that it alone hides. */
  readonly held: ReadonlyMap<Cause, number>;
}

/** Choice within a kind, by value index. */
interface Chosen {
  readonly kind: Kind;
  /** 1 for only, 2 for not. */
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

/** `Sifted.causes` stores a 1-based index into this list. */
const causes: readonly Exclude<Cause, 'query'>[] = [...kinds, 'console'];
const several = 255;
const allValues = -1;
const noValue = -2;

/** Result of filters and console, independent of the query. */
export interface Sifted {
  /** By entry index: 0 for a match; the 1-based index of the only cause; or `several`. */
  readonly causes: Uint8Array;
  /**
   * By entry index, for a game that one kind hides: its only unwanted value; `allValues` when it has none but lacks a
   * wanted one; otherwise `noValue`.
   */
  readonly unwanted: Int32Array;
}

export function sift(index: FacetIndex, filters: Filters, console: Fits): Sifted {
  const chosen = chosenIn(index, filters).map((one) => ({ ...one, number: kinds.indexOf(one.kind) + 1 }));
  const { facets, entries } = index;
  const sifted = { causes: new Uint8Array(entries.length), unwanted: new Int32Array(entries.length) };
  for (let place = 0; place < entries.length; place += 1) {
    let cause = console?.[place] === 0 ? causes.length : 0;
    let unwanted = noValue;
    for (const { kind, sides, hasOnly, number: ofKind } of chosen) {
      const { numbers, starts } = facets[kind];
      const end = starts[place + 1] ?? 0;
      let isWanted = !hasOnly;
      let against = 0;
      let last = 0;
      for (let at = starts[place] ?? 0; at < end; at += 1) {
        const number = numbers[at] ?? 0;
        if (sides[number] === 1) isWanted = true;
        else if (sides[number] === 2) {
          against += 1;
          last = number;
        }
      }
      if (isWanted && against === 0) continue;
      if (cause !== 0) {
        cause = several;
        break;
      }
      cause = ofKind;
      if (against === 0) unwanted = allValues;
      else if (against === 1) unwanted = last;
    }
    sifted.causes[place] = cause;
    sifted.unwanted[place] = unwanted;
  }
  return sifted;
}

/**
 * Counts all figures in one pass: a matching game counts for each of its values, and a game with a single cause for the
 * values of that cause only.
 * @param query games that match the query
 */
export function narrow({ facets, entries }: FacetIndex, sifted: Sifted, query: Fits): Narrowed {
  const counts = Object.fromEntries(kinds.map((kind) => [kind, new Uint32Array(facets[kind].values.length)])) as Record<
    Kind,
    Uint32Array
  >;
  const all = kinds.map((kind) => ({ ...facets[kind], counted: counts[kind] }));
  const fits = new Uint8Array(entries.length);
  const heldBy = new Uint32Array(causes.length + 1);
  let heldByQuery = 0;
  let count = 0;

  const countValues = ({ numbers, starts, counted }: (typeof all)[number], place: number) => {
    const end = starts[place + 1] ?? 0;
    for (let at = starts[place] ?? 0; at < end; at += 1) {
      const number = numbers[at] ?? 0;
      counted[number] = (counted[number] ?? 0) + 1;
    }
  };

  for (let place = 0; place < entries.length; place += 1) {
    const cause = sifted.causes[place] ?? 0;
    if (query?.[place] === 0) {
      if (cause === 0) heldByQuery += 1;
      continue;
    }
    if (cause === several) continue;
    if (cause === 0) {
      fits[place] = 1;
      count += 1;
      for (const facet of all) countValues(facet, place);
      continue;
    }
    heldBy[cause] = (heldBy[cause] ?? 0) + 1;
    const facet = all[cause - 1];
    const unwanted = sifted.unwanted[place] ?? noValue;
    if (facet && unwanted === allValues) countValues(facet, place);
    else if (facet && unwanted >= 0) facet.counted[unwanted] = (facet.counted[unwanted] ?? 0) + 1;
  }
  const held = [['query', heldByQuery] as const, ...causes.map((cause, at) => [cause, heldBy[at + 1] ?? 0] as const)];
  return { fits, count, counts, held: new Map(held.filter(([, games]) => games > 0)) };
}
