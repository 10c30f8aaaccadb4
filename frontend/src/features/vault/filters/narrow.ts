import type { FacetIndex } from './facet-index.ts';
import type { Filters } from './filters.ts';
import { type Kind, kinds } from './kinds.ts';

/** Which entries fit something, by their place: 1 or 0; null: all do. */
export type Fits = Uint8Array | null;

/** What keeps games from being shown. */
export type Cause = Kind | 'query' | 'console';

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

/** By kind, and then the console: what `Sifted.causes` names by numbers from 1. */
const causes: readonly Exclude<Cause, 'query'>[] = [...kinds, 'console'];
const several = 255;
const allValues = -1;
const noValue = -2;

/** What the filters and the console make of a vault, whatever is searched for in it. */
export interface Sifted {
  /** By place: 0 for a game that fits; the number of the one cause that holds it back; `several`. */
  readonly causes: Uint8Array;
  /** By place, of a game that one kind holds back: the value that alone is unwanted; `allValues` where it lacks what is wanted; `noValue`. */
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
 * Goes once through the vault for all that the screen says: a game that fits everything counts for each of its values, one
 * that a single cause holds back for the values of that cause alone.
 * @param query which games have what is searched for
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
