import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { fold, keysOf } from '../../../entities/entry/entry-keys.ts';
import { hasStatusOnly, statusOnly } from '../../../entities/entry/filter-entries.ts';
import type { FacetIndex } from './facet-index.ts';
import type { Fits } from './narrow.ts';

/** Search text of all games in one string, which browsers search much faster than thousands of strings. */
export interface SearchIndex {
  readonly text: string;
  /** By entry index, where its part begins; the last element is the end of the text. */
  readonly starts: Uint32Array;
}

/** Separates two games; it cannot occur in a query. */
const between = '\n';

export function indexSearch(entries: readonly LibraryEntry[]): SearchIndex {
  const texts = entries.map((entry) => keysOf(entry).search);
  const starts = new Uint32Array(texts.length + 1);
  for (const [place, text] of texts.entries()) starts[place + 1] = (starts[place] ?? 0) + text.length + between.length;
  return { text: texts.join(between), starts };
}

/** Returns the games that `filterEntries` would find. @param query not blank */
export function matching({ entries }: FacetIndex, { text, starts }: SearchIndex, query: string): Fits {
  const wanted = fold(query.trim());
  if (wanted === statusOnly) return Uint8Array.from(entries, (entry) => Number(hasStatusOnly(entry)));
  const fits = new Uint8Array(entries.length);
  let place = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, starts[place])) {
    while ((starts[place + 1] ?? Number.POSITIVE_INFINITY) <= at) place += 1;
    fits[place] = 1;
    place += 1;
    if (place >= entries.length) break;
  }
  return fits;
}
