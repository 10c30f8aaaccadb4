import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { LibraryEntry, PlatformId } from '@nightshelf/contracts/library-entry.ts';

/** Returns the platform with the name that the game uses for it; null when the game does not list it. */
export function ownPlatform(game: GameSummary, id: PlatformId): LibraryEntry['platform'] {
  const own = game.platforms.find((platform) => platform.id !== null && platform.id === id);
  return own ? { id, name: own.name } : null;
}

/** Shows an entry with the catalog game from the screen until the library has stored that game. */
export function asFound(entry: LibraryEntry, found: GameSummary): LibraryEntry {
  if (entry.game.id !== null) return entry;
  const image_url = found.image_url ?? found.image?.medium_url ?? null;
  return { ...entry, image_url, platform: ownPlatform(found, entry.platform_id) ?? entry.platform, game: found };
}
