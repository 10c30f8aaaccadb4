import type { EntryState } from './events/entries.ts';
import type { GameSummary } from './games.ts';
import type { LibraryEntry } from './library-entry.ts';
import { platformName } from './platforms/platform-names.ts';

/** An entry's state with the number of its changes, counted from 1. */
export interface VersionedEntry extends EntryState {
  readonly version: number;
  /** Only for the entry's owner; events do not contain tags. */
  readonly tags?: readonly string[];
}

/**
 * Returns an entry as calls show it, from its state and its game. A platform of the game keeps its own name; any other
 * id takes its name from the map.
 */
export function presentEntry(entry: VersionedEntry, game: GameSummary): LibraryEntry {
  const { platform_id: platformId } = entry;
  const own = game.platforms.find(({ id }) => id !== null && id === platformId);
  return {
    id: entry.entry_id,
    version: entry.version,
    guid: entry.guid,
    status: entry.status,
    rating: entry.rating,
    hours_played: entry.hours_played,
    platform_id: platformId,
    platform: presentPlatform(platformId, own?.name),
    date_added: entry.date_added,
    image_url: coverOf(game),
    is_shared: entry.is_shared,
    ...(entry.tags && { tags: [...entry.tags] }),
    game,
  };
}

/** @param ownName the platform's name in the game's own data, if the game lists it */
export function presentPlatform(id: EntryState['platform_id'], ownName: string | null | undefined) {
  const name = ownName ?? platformName(id);
  return name === null ? null : { id, name };
}

/** Returns the address of a game's cover, or null. */
export const coverOf = ({ image, image_url }: GameSummary) => image_url ?? image?.medium_url ?? null;
