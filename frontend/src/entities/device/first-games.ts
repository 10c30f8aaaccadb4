import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { within } from '../../lib/within.ts';
import { databaseOf } from './names.ts';

/** The first games of a vault as last shown; the page shows them while it reads the whole vault. */
export interface FirstGames {
  /** The query string of the view. */
  readonly view: string;
  /** In order, with the pending changes applied. */
  readonly entries: readonly LibraryEntry[];
  /** Number of games in that view. */
  readonly shown: number;
  /** Number of games in the vault. */
  readonly all: number;
  /** Number of pending changes. */
  readonly waiting: number;
}

/** Key in the vault's own database, so that the note is deleted together with the vault. */
export const firstKeyOf = (view: string): string => `first?${view}`;

const readTimeoutMs = 100;

interface ReadAhead {
  isTaken?: boolean;
  readonly userId: string;
  readonly games: Promise<FirstGames | null>;
}

declare global {
  var nightshelfFirstGames: ReadAhead | undefined;
}

const isWhole = (found: Partial<FirstGames> | undefined): found is FirstGames => Array.isArray(found?.entries);

/** Reads the first games. It uses no library, because index.html runs it while the client still loads. */
export function readFirstGames(userId: string, view: string): void {
  const { promise, resolve } = Promise.withResolvers<FirstGames | null>();
  globalThis.nightshelfFirstGames = { userId, games: promise };
  const none = () => resolve(null);
  try {
    const opening = indexedDB.open(databaseOf(userId));
    // Do not create a database for a user who has none.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = none;
    opening.onsuccess = () => {
      const database = opening.result;
      try {
        const reading = database.transaction('meta').objectStore('meta').get(firstKeyOf(view));
        reading.onsuccess = () => {
          const found: Partial<FirstGames> | undefined = reading.result;
          resolve(isWhole(found) ? found : null);
        };
        reading.onerror = none;
      } catch {
        none();
      }
      // Close it right away, so that it does not block an upgrade or deletion.
      database.close();
    };
  } catch {
    none();
  }
}

/** Returns the first games read ahead for a user; only once, because they date from the page's opening. */
export function takeFirstGames(userId: string | undefined): Promise<FirstGames | null> | null {
  const ahead = globalThis.nightshelfFirstGames;
  ahead?.games.finally(() => {
    globalThis.nightshelfFirstGames = undefined;
  });
  if (!ahead || ahead.isTaken) return null;
  ahead.isTaken = true;
  return ahead.userId === userId ? ahead.games : null;
}

/** Settles once the first games are read or the timeout has passed; the page then renders without them. */
export const untilFirstGames = (): Promise<unknown> => within(readTimeoutMs, globalThis.nightshelfFirstGames?.games);
