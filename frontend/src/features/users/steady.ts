import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';

export interface Arrangement {
  readonly entries: readonly LibraryEntry[];
  /** Whether the box above the list, which pushes it down, is displayed. */
  readonly hasShared: boolean;
}

/** Returns whether replacing one by the other moves nothing. */
export const standsAlike = (one: Arrangement, other: Arrangement): boolean =>
  one.hasShared === other.hasShared &&
  one.entries.length === other.entries.length &&
  one.entries.every(({ guid }, place) => guid === other.entries[place]?.guid);

/** Returns the displayed list with updated entries in their places; removed entries stay as they were. */
export function inPlace(shown: Arrangement, now: Arrangement): Arrangement {
  const known = new Map(now.entries.map((entry) => [entry.guid, entry]));
  return { ...shown, entries: shown.entries.map((entry) => known.get(entry.guid) ?? entry) };
}

/** Returns a string that differs whenever visible data of the library differs. */
export const signatureOf = (library: readonly LibraryEntry[]): string =>
  JSON.stringify(
    library.map(({ id, guid, status, rating, hours_played, platform_id, is_shared }) => [
      id,
      guid,
      status,
      rating,
      hours_played,
      platform_id,
      is_shared,
    ]),
  );
