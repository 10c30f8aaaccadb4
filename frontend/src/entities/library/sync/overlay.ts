import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { EntryFields, LibraryEntry, PlatformId } from '@nightshelf/contracts/library-entry.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { EntryChanges } from '../api.ts';
import { type Change, isOfSession, partOf, temporaryId } from './change.ts';

/** Returns the platform with the name that the game uses for it; null when the game does not list it. */
export function ownPlatform(game: GameSummary, id: PlatformId): LibraryEntry['platform'] {
  const own = game.platforms.find((platform) => platform.id !== null && platform.id === id);
  return own ? { id, name: own.name } : null;
}

const coverOf = ({ image_url, image }: GameSummary) => image_url ?? image?.medium_url ?? null;

/** Shows an entry with the catalog game from the screen until the library has stored that game. */
export function asFound(entry: LibraryEntry, found: GameSummary): LibraryEntry {
  if (entry.game.id !== null) return entry;
  const platform = ownPlatform(found, entry.platform_id) ?? entry.platform;
  return { ...entry, image_url: coverOf(found), platform, game: found };
}

/** Returns the changed entry. The server later adds the name of a platform that the game does not list. */
export function withChanges(entry: LibraryEntry, changes: EntryChanges): LibraryEntry {
  const changed = { ...entry, ...changes };
  if (changed.platform_id === entry.platform_id) return changed;
  return { ...changed, platform: ownPlatform(entry.game, changed.platform_id) };
}

/**
 * Returns the placeholder entry of an added game until the server responds.
 * @param at milliseconds since 1970
 */
export const temporaryEntry = (key: string, game: GameSummary, fields: EntryFields, at: number): LibraryEntry => ({
  id: temporaryId(key),
  version: 0,
  guid: game.guid,
  ...fields,
  platform: ownPlatform(game, fields.platform_id),
  date_added: new Date(at).toISOString(),
  image_url: coverOf(game),
  is_shared: false,
  game,
});

const minutesIn = (session: PlaySession | null) => (session?.counts ? session.minutes : 0);

function after(entry: LibraryEntry | null, change: Change): LibraryEntry | null {
  switch (change.call) {
    case 'addEntry':
    case 'restoreEntry':
      // The form waits for the response while one can still arrive.
      return entry ?? (change.waits || change.done ? change.base : null);
    case 'updateEntry':
      return entry && withChanges(entry, change.body);
    case 'removeEntry':
      return null;
    default:
      // `overlay` adds sessions; a playthrough, or a call queued by a later release, leaves the entry as it is.
      return entry;
  }
}

const typesHours = (change: Change) => change.call === 'updateEntry' && change.body.hours_played !== undefined;

/**
 * Returns the entry as shown: the server's version with all queued changes applied in order. Pending sessions count in
 * half hours; the server later returns the exact sum.
 */
export function overlay(saved: LibraryEntry | null, changes: readonly Change[]): LibraryEntry | null {
  let entry = saved;
  let minutes = 0;
  // Typed hours replace all earlier sessions: from then on, only sessions in this set count.
  let counting: Set<string> | null = null;
  for (const change of changes) {
    if (change.asks) continue;
    entry = after(entry, change);
    if (typesHours(change)) counting = new Set();
    // Typed hours replace the earlier minutes; the hours of a restored entry already include them.
    if (!entry || typesHours(change)) minutes = 0;
    else if (isOfSession(change)) {
      const { id } = partOf(change);
      if (change.call === 'logPlaySession') counting?.add(id);
      if (counting?.has(id) !== false) minutes += minutesIn(change.now) - minutesIn(change.before);
    }
  }
  if (!entry || minutes === 0) return entry;
  return { ...entry, hours_played: Math.max(0, (entry.hours_played ?? 0) + Math.round(minutes / 30) / 2) };
}
