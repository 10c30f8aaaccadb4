import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { EntryFields, LibraryEntry, PlatformId } from '@nightshelf/contracts/library-entry.ts';
import { type Hours, shownHours } from '@nightshelf/contracts/play-rules.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { EntryChanges } from '../api.ts';
import { type Change, isOfSession, type SessionChange, temporaryId } from './change.ts';

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

/** Returns the minutes that a change adds to its entry. */
const minutesOf = ({ before, now }: SessionChange) => minutesIn(now) - minutesIn(before);

/** Returns the entry with the hours that the server will return, unless they changed elsewhere. */
function withSession(entry: LibraryEntry, change: SessionChange): LibraryEntry {
  const before = shownHours(change.hours);
  const after = shownHours({ ...change.hours, minutes: change.hours.minutes + minutesOf(change) });
  const hours = entry.hours_played;
  const isAsKnown = hours === before;
  return { ...entry, hours_played: isAsKnown ? after : Math.max(0, (hours ?? 0) + (after ?? 0) - (before ?? 0)) };
}

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
      // A playthrough, or a call queued by a later release, leaves the entry as it is.
      return entry && isOfSession(change) ? withSession(entry, change) : entry;
  }
}

/** Returns the entry as shown: the server's version with all queued changes applied in order. */
export const overlay = (saved: LibraryEntry | null, changes: readonly Change[]): LibraryEntry | null =>
  changes.reduce((entry, change) => (change.asks ? entry : after(entry, change)), saved);

const typesHours = (change: Change) =>
  change.call === 'updateEntry' && !change.asks && change.body.hours_played !== undefined;

/**
 * Returns the parts of an entry's hours once all queued changes are stored.
 * @param saved the server's entry; null when it has none
 * @param known the parts that the server last reported
 * @param queue of that entry, in order
 */
export function hoursAfter(saved: LibraryEntry | null, known: Hours | undefined, queue: readonly Change[]): Hours {
  let hours: Hours = { typed: saved?.hours_played ?? null, minutes: 0 };
  if (known && shownHours(known) === hours.typed) hours = known;
  for (const change of queue) {
    if (change.asks) continue;
    if (change.call === 'addEntry' || (change.call === 'updateEntry' && typesHours(change)))
      hours = { typed: change.body.hours_played ?? null, minutes: 0 };
    else if (isOfSession(change)) hours = { ...hours, minutes: hours.minutes + minutesOf(change) };
  }
  return hours;
}

/**
 * Returns whether a session counts once all queued changes are stored: typed hours replace the sessions before them.
 */
export function countsAfter(session: PlaySession, queue: readonly Change[]): boolean {
  const typed = queue.findLast(typesHours);
  if (!typed) return session.counts ?? true;
  const logged = queue.find((change) => change.call === 'logPlaySession' && change.now?.id === session.id);
  return logged !== undefined && logged.order > typed.order;
}
