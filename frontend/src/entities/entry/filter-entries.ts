import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { fold, keysOf } from './entry-keys.ts';

/** This query means the status alone: many names have the word in them. */
export const statusOnly = 'collection';

export const hasStatusOnly = ({ status }: LibraryEntry): boolean => status === statusOnly;

/** The entries whose game's name or status text contains the query, whatever its case and accents; their order stays. */
export function filterEntries(entries: readonly LibraryEntry[], query: string): readonly LibraryEntry[] {
  const wanted = fold(query.trim());
  if (wanted === '') return entries;
  if (wanted === statusOnly) return entries.filter(hasStatusOnly);
  return entries.filter((entry) => keysOf(entry).search.includes(wanted));
}
