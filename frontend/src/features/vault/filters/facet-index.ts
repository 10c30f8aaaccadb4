import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { type Kind, kinds, rules, type Value } from './kinds.ts';

interface IndexedValue extends Value {
  /** Unique among the values of all kinds. */
  readonly number: number;
}

/** Values of a kind across the entries. */
interface Facet {
  /** In display order. */
  readonly values: readonly IndexedValue[];
  readonly byId: ReadonlyMap<string, IndexedValue>;
  /** Values of each entry, by entry index. */
  readonly ofEntries: readonly (readonly IndexedValue[])[];
}

/** Filter index of a vault, rebuilt on each change. */
export interface FacetIndex {
  readonly entries: readonly LibraryEntry[];
  readonly facets: Readonly<Record<Kind, Facet>>;
  /** Number of values of all kinds. */
  readonly size: number;
}

function facetOf(kind: Kind, entries: readonly LibraryEntry[], first: number): Facet {
  const byId = new Map<string, IndexedValue>();
  const indexed = (value: Value): IndexedValue => {
    const known = byId.get(value.id) ?? { ...value, number: first + byId.size };
    byId.set(value.id, known);
    return known;
  };
  const ofEntries = entries.map((entry) => rules[kind].valuesOf(entry).map(indexed));
  return { values: inOrder(kind, [...byId.values()], ofEntries.flat()), byId, ofEntries };
}

function inOrder(kind: Kind, values: readonly IndexedValue[], all: readonly IndexedValue[]): readonly IndexedValue[] {
  const { order, descending } = rules[kind];
  const totals = new Map<IndexedValue, number>();
  for (const value of all) totals.set(value, (totals.get(value) ?? 0) + 1);
  const rank = (value: IndexedValue) => {
    if (order) return order.indexOf(value.id);
    return descending ? -(Number.parseInt(value.id, 10) || 0) : -(totals.get(value) ?? 0);
  };
  return values.toSorted((a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label));
}

export function indexFacets(entries: readonly LibraryEntry[]): FacetIndex {
  const facets: Partial<Record<Kind, Facet>> = {};
  let size = 0;
  for (const kind of kinds) {
    const facet = facetOf(kind, entries, size);
    facets[kind] = facet;
    size += facet.values.length;
  }
  return { entries, facets: facets as FacetIndex['facets'], size };
}
