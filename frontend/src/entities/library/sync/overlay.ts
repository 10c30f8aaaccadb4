import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { EntryChanges } from '../api.ts';
import { ownPlatform } from '../as-found.ts';
import { type Addition, type Change, temporaryId } from './change.ts';
import { withPlay } from './play-hours.ts';

/** Returns the changed entry. The server later adds the name of a platform that the game does not list. */
export function withChanges(entry: LibraryEntry, changes: EntryChanges): LibraryEntry {
  const changed = { ...entry, ...changes };
  if (changed.platform_id === entry.platform_id) return changed;
  return { ...changed, platform: ownPlatform(entry.game, changed.platform_id) };
}

/** Returns the entry that stands for an added game until the server responds. */
export const temporaryEntry = ({ key, guid, game, fields, at }: Addition): LibraryEntry => ({
  id: temporaryId(key),
  version: 0,
  guid,
  ...fields,
  platform: ownPlatform(game, fields.platform_id),
  date_added: new Date(at).toISOString(),
  image_url: game.image_url ?? game.image?.medium_url ?? null,
  is_shared: false,
  game,
});

function after(entry: LibraryEntry | null, change: Change): LibraryEntry | null {
  switch (change.kind) {
    case 'add':
      // The form waits for the response as long as one can arrive soon.
      return entry ?? (change.waits ? temporaryEntry(change) : null);
    case 'update':
      return entry && withChanges(entry, change.changes);
    case 'remove':
      return null;
    case 'log':
    case 'relog':
    case 'unlog':
      return entry && withPlay(entry, change);
    case 'restore':
      return entry ?? (change.waits ? withChanges(change.base, change.changes ?? {}) : null);
    default:
      // A playthrough, or a change queued by a later release, leaves the entry as it is.
      return entry;
  }
}

/** Returns the entry as shown: the server's version with all pending changes applied. */
export const overlay = (saved: LibraryEntry | null, changes: readonly Change[]): LibraryEntry | null =>
  changes.reduce((entry, change) => (change.asks ? entry : after(entry, change)), saved);
