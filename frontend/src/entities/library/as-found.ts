import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { LibraryEntry, PlatformId } from '@nightshelf/contracts/library-entry.ts';

/** The platform of an entry under the name that its game gives it; null when the game does not list it. */
export function ownPlatform(game: GameSummary, id: PlatformId): LibraryEntry['platform'] {
  const own = game.platforms.find((platform) => platform.id !== null && platform.id === id);
  return own ? { id, name: own.name } : null;
}

/**
 * The entry with its game as it is on screen, where the library has not heard of the game yet: what adding it, or changing
 * it a moment later, answers then. The library is not told; it learns of the game from the catalog.
 */
export function asFound(entry: LibraryEntry, found: GameSummary): LibraryEntry {
  if (entry.game.id !== null) return entry;
  const image_url = found.image_url ?? found.image?.medium_url ?? null;
  return { ...entry, image_url, platform: ownPlatform(found, entry.platform_id) ?? entry.platform, game: found };
}
