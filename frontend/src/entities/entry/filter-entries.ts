import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { fold, keysOf } from './entry-keys.ts';

/** This query matches the status only, because many names contain the word. */
export const statusOnly = 'collection';

export const hasStatusOnly = ({ status }: LibraryEntry): boolean => status === statusOnly;

/** Returns the entries whose name or status contains the query, ignoring case and accents, in the same order. */
export function filterEntries(entries: readonly LibraryEntry[], query: string): readonly LibraryEntry[] {
  const wanted = fold(query.trim());
  if (wanted === '') return entries;
  if (wanted === statusOnly) return entries.filter(hasStatusOnly);
  return entries.filter((entry) => keysOf(entry).search.includes(wanted));
}
