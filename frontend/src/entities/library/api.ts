import type { EntryChanged, EntryFields, LibraryEntry, libraryCalls, listWholeLibrary } from '@nightshelf/contracts';
import type { ApiError } from '../../lib/api-errors.ts';
import { request } from '../../lib/request.ts';
import { hasCode } from '../../lib/submission.ts';

export type EntryChanges = Partial<EntryFields & Pick<LibraryEntry, 'is_shared'>>;

/** @param whileUnreached milliseconds for which it is tried while nobody answers at all */
export const listLibrary = (whileUnreached?: number) =>
  request<typeof listWholeLibrary>({ method: 'GET', path: '/api/games/library' }, { whileUnreached });

/** Adds a game, whether or not the library knows it yet: what it does not know it asks the catalog for. */
export const addEntry = (game_guid: string, fields: EntryFields) =>
  request<typeof libraryCalls.addEntry>({
    method: 'POST',
    path: '/api/games/library/add',
    body: { game_guid, ...fields, known_only: false },
  });

/** @param version of the entry that the changes were made to: of any other it is refused (`entryNow`) */
export const updateEntry = (id: string, changes: EntryChanges, version: number, key: string) =>
  request<typeof libraryCalls.updateEntry>(
    {
      method: 'PUT',
      path: '/api/games/library/:id',
      params: { id },
      body: { ...changes, if_version: version },
    },
    { key },
  );

/** The entry as it is now, where a change was refused because it had changed meanwhile. */
export const entryNow = (error: unknown): LibraryEntry | null =>
  hasCode(error, 'library.entry_changed') ? ((error as ApiError).failure as EntryChanged).entry : null;

export const removeEntry = (id: string) =>
  request<typeof libraryCalls.removeEntry>({ method: 'DELETE', path: '/api/games/library/:id', params: { id } });

export const restoreEntry = (id: string, key: string) =>
  request<typeof libraryCalls.restoreEntry>(
    { method: 'POST', path: '/api/games/library/:id/restore', params: { id } },
    { key },
  );
