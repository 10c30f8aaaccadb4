import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { type Kind, kinds, rules, type Value } from './kinds.ts';

/** Values of a kind across the entries. Values and entries are addressed by index. */
export interface Facet {
  readonly values: readonly Value[];
  readonly numberOf: ReadonlyMap<string, number>;
  /** Number of entries per value. */
  readonly totals: Uint32Array;
  /** Value indexes in display order. */
  readonly order: readonly number[];
  /**
   * Value indexes of all entries, concatenated; entry `n` has those from `starts[n]` up to but excluding `starts[n +
   * 1]`.
   */
  readonly numbers: Uint32Array;
  readonly starts: Uint32Array;
}

/** Filter index of a vault, rebuilt on each change. */
export interface FacetIndex {
  readonly entries: readonly LibraryEntry[];
  readonly placeOf: ReadonlyMap<LibraryEntry, number>;
  readonly facets: Readonly<Record<Kind, Facet>>;
}

function facetOf(kind: Kind, entries: readonly LibraryEntry[]): Facet {
  const { textOf, values: valuesOf } = rules[kind];
  const values: Value[] = [];
  const numberOf = new Map<string, number>();
  const numberFor = (value: Value) => {
    const known = numberOf.get(value.id);
    if (known !== undefined) return known;
    numberOf.set(value.id, values.length);
    return values.push(value) - 1;
  };
  // Cache: thousands of entries share the same text.
  const meant = new Map<string, readonly number[]>();
  const meaning = (text: string) => {
    const known = meant.get(text);
    if (known) return known;
    const numbers = valuesOf(text).map(numberFor);
    meant.set(text, numbers);
    return numbers;
  };
  const all: number[] = [];
  const starts = new Uint32Array(entries.length + 1);
  for (const [place, entry] of entries.entries()) {
    const text = textOf(entry);
    if (typeof text === 'string') all.push(...meaning(text));
    else for (const one of text) all.push(...meaning(one));
    starts[place + 1] = all.length;
  }
  const totals = new Uint32Array(values.length);
  for (const number of all) totals[number] = (totals[number] ?? 0) + 1;
  return { values, numberOf, totals, order: inOrder(kind, values, totals), numbers: Uint32Array.from(all), starts };
}

function inOrder(kind: Kind, values: readonly Value[], totals: Uint32Array): readonly number[] {
  const { order, descending } = rules[kind];
  const rank = ({ id }: Value, number: number) => {
    if (order) return order.indexOf(id);
    return descending ? -(Number.parseInt(id, 10) || 0) : -(totals[number] ?? 0);
  };
  return values
    .map((value, number) => ({ number, rank: rank(value, number), label: value.label }))
    .sort((a, b) => a.rank - b.rank || a.label.localeCompare(b.label))
    .map(({ number }) => number);
}

export function indexFacets(entries: readonly LibraryEntry[]): FacetIndex {
  const facets = Object.fromEntries(kinds.map((kind) => [kind, facetOf(kind, entries)])) as FacetIndex['facets'];
  return { entries, placeOf: new Map(entries.map((entry, place) => [entry, place])), facets };
}
