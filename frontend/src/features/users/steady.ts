import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';

/** A list as it is on screen. */
export interface Arrangement {
  readonly entries: readonly LibraryEntry[];
  /** Whether the box above the list is there, which pushes it down. */
  readonly hasShared: boolean;
}

/** Whether nothing moves when the one takes the place of the other. */
export const standsAlike = (one: Arrangement, other: Arrangement): boolean =>
  one.hasShared === other.hasShared &&
  one.entries.length === other.entries.length &&
  one.entries.every(({ guid }, place) => guid === other.entries[place]?.guid);

/** What is on screen, every entry in its place, with what is known of each now; one that has gone stays as it was. */
export function inPlace(shown: Arrangement, now: Arrangement): Arrangement {
  const known = new Map(now.entries.map((entry) => [entry.guid, entry]));
  return { ...shown, entries: shown.entries.map((entry) => known.get(entry.guid) ?? entry) };
}

/** Says what of a library others may have changed: the same as long as nobody has. */
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
