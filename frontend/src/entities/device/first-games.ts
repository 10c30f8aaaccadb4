import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { within } from '../../lib/within.ts';
import { databaseOf } from './names.ts';
import { type Picture, showPicture } from './picture.ts';

/** The first games of a vault, as they were last shown: what is drawn while the whole is read. */
export interface FirstGames {
  /** How the vault was looked at: the query string of its address. */
  readonly view: string;
  /** In order, with all that the server had not been told yet. */
  readonly entries: readonly LibraryEntry[];
  /** How many games that view has in all. */
  readonly shown: number;
  /** How many games the vault has. */
  readonly all: number;
  /** How many changes waited to be sent. */
  readonly waiting: number;
  /** What the page looked like with them. */
  readonly picture?: Picture | undefined;
}

/** Where they are kept, beside what else is known of a vault: they go when that goes. */
export const firstKeyOf = (view: string): string => `first?${view}`;

/** Milliseconds. */
const patience = 100;

interface ReadAhead {
  isTaken?: boolean;
  readonly userId: string;
  readonly games: Promise<FirstGames | null>;
}

declare global {
  var nightshelfFirstGames: ReadAhead | undefined;
}

const isWhole = (found: Partial<FirstGames> | undefined): found is FirstGames => Array.isArray(found?.entries);

/** Begins to read them, and shows what they looked like; without a library, since index.html does so while the client's files still load. */
export function readFirstGames(userId: string, view: string): void {
  const { promise, resolve } = Promise.withResolvers<FirstGames | null>();
  globalThis.nightshelfFirstGames = { userId, games: promise };
  const none = () => resolve(null);
  try {
    const opening = indexedDB.open(databaseOf(userId));
    // Nothing is kept of theirs, and no database is made to find that out.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = none;
    opening.onsuccess = () => {
      const database = opening.result;
      try {
        const reading = database.transaction('meta').objectStore('meta').get(firstKeyOf(view));
        reading.onsuccess = () => {
          const found: Partial<FirstGames> | undefined = reading.result;
          resolve(isWhole(found) ? found : null);
          if (found?.picture) showPicture(found.picture);
        };
        reading.onerror = none;
      } catch {
        none();
      }
      // As soon as that is read: it keeps nobody from changing the database or taking it away.
      database.close();
    };
  } catch {
    none();
  }
}

/** What was read ahead for a user; for the first who asks, since it is of the moment at which the page was opened. */
export function takeFirstGames(userId: string | undefined): Promise<FirstGames | null> | null {
  const ahead = globalThis.nightshelfFirstGames;
  ahead?.games.finally(() => {
    globalThis.nightshelfFirstGames = undefined;
  });
  if (!ahead || ahead.isTaken) return null;
  ahead.isTaken = true;
  return ahead.userId === userId ? ahead.games : null;
}

/** Settles when they are there, or have not come at once: then the page is drawn without them. */
export const untilFirstGames = (): Promise<unknown> => within(patience, globalThis.nightshelfFirstGames?.games);
