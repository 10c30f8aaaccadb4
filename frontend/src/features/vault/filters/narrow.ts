import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { platformNameOf } from '../../../entities/entry/entry-keys.ts';
import type { FacetIndex } from './facet-index.ts';
import type { Filters, Side } from './filters.ts';
import { type Kind, kinds } from './kinds.ts';

/** The filter, query or console choice that hides a game. */
export type Cause = Kind | 'query' | 'console';

export interface Narrowed {
  readonly shown: ReadonlySet<LibraryEntry>;
  /** By value number: number of games with the value that match everything else. */
  readonly counts: readonly number[];
  /** By cause: number of games that it alone hides. */
  readonly held: ReadonlyMap<Cause, number>;
}

/**
 * Counts all figures in one pass: a matching game counts for each of its values, and a game with a single cause for the
 * values that would show it again.
 * @param console name of the only platform to show; null for all
 * @param found games that match the query; null for all
 */
export function narrow(
  { entries, facets, size }: FacetIndex,
  filters: Filters,
  console: string | null,
  found: ReadonlySet<LibraryEntry> | null,
): Narrowed {
  const sides: (Side | undefined)[] = [];
  const chosen = kinds.flatMap((kind) => {
    const numbersOf = (side: Side) =>
      (filters[kind]?.[side] ?? []).flatMap((id) => facets[kind].byId.get(id)?.number ?? []);
    const [only, not] = [numbersOf('only'), numbersOf('not')];
    for (const number of only) sides[number] = 'only';
    for (const number of not) sides[number] = 'not';
    return only.length + not.length > 0 ? [{ kind, hasOnly: only.length > 0 }] : [];
  });
  const isHidden = ({ number }: { readonly number: number }) => sides[number] === 'not';

  const shown = new Set<LibraryEntry>();
  const counts = new Array<number>(size).fill(0);
  const held = new Map<Cause, number>();
  const count = (values: ReadonlyArray<{ readonly number: number }>) => {
    for (const { number } of values) counts[number] = (counts[number] ?? 0) + 1;
  };
  entries.forEach((entry, place) => {
    const causes: Cause[] = [];
    if (found?.has(entry) === false) causes.push('query');
    if (console !== null && platformNameOf(entry) !== console) causes.push('console');
    for (const { kind, hasOnly } of chosen) {
      const values = facets[kind].ofEntries[place] ?? [];
      const isWanted = !hasOnly || values.some(({ number }) => sides[number] === 'only');
      if (!isWanted || values.some(isHidden)) causes.push(kind);
    }
    const [cause] = causes;
    if (cause === undefined) {
      shown.add(entry);
      for (const kind of kinds) count(facets[kind].ofEntries[place] ?? []);
    } else if (causes.length === 1) {
      held.set(cause, (held.get(cause) ?? 0) + 1);
      if (cause === 'query' || cause === 'console') return;
      const values = facets[cause].ofEntries[place] ?? [];
      const hidden = values.filter(isHidden);
      if (hidden.length < 2) count(hidden.length === 1 ? hidden : values);
    }
  });
  return { shown, counts, held };
}
