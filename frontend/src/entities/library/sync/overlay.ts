import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { EntryChanges } from '../api.ts';
import { ownPlatform } from '../as-found.ts';
import { type Addition, type Change, temporaryId } from './change.ts';
import { withPlay } from './play-hours.ts';

/** The entry as it will be. The name of a platform that the game does not list comes with the server's answer. */
export function withChanges(entry: LibraryEntry, changes: EntryChanges): LibraryEntry {
  const changed = { ...entry, ...changes };
  if (changed.platform_id === entry.platform_id) return changed;
  return { ...changed, platform: ownPlatform(entry.game, changed.platform_id) };
}

/** The entry of a game that is added, as it is shown until the server has answered. */
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
      // A form waits for its answer, for as long as one may soon come.
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
      // Of a playthrough, or what a later release has queued: the entry stays as it is.
      return entry;
  }
}

/** One game's entry as it is shown: as the server has it, with all that has been done to it since. */
export const overlay = (saved: LibraryEntry | null, changes: readonly Change[]): LibraryEntry | null =>
  changes.reduce((entry, change) => (change.asks ? entry : after(entry, change)), saved);
