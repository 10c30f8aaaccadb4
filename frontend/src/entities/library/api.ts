import type { EntryFields, Game, LibraryEntry, libraryCalls } from '@nightshelf/contracts';
import { request } from '../../lib/request.ts';

/** What can be said of a game that is being added: all of it if it comes from a search, else its summary. */
export type AddableGame = Pick<Game, 'guid' | 'name' | 'original_release_date' | 'image' | 'platforms'> &
  Partial<Pick<Game, 'description'>>;

export type EntryChanges = Partial<EntryFields & Pick<LibraryEntry, 'is_shared'>>;

export const listLibrary = () =>
  request<typeof libraryCalls.listLibrary>({ method: 'GET', path: '/api/games/library' });

export const addEntry = (game_guid: string, fields: EntryFields) =>
  request<typeof libraryCalls.addEntry>({
    method: 'POST',
    path: '/api/games/library/add',
    body: { game_guid, ...fields },
  });

export const addExternalEntry = (game: AddableGame, fields: EntryFields) =>
  request<typeof libraryCalls.addExternalEntry>({
    method: 'POST',
    path: '/api/games/library/add-external',
    body: {
      guid: game.guid,
      name: game.name,
      description: game.description ?? null,
      original_release_date: game.original_release_date,
      image: game.image,
      platforms: game.platforms,
      ...fields,
    },
  });

export const updateEntry = (id: string, body: EntryChanges) =>
  request<typeof libraryCalls.updateEntry>({
    method: 'PUT',
    path: '/api/games/library/:id',
    params: { id },
    body,
  });

export const removeEntry = (id: string) =>
  request<typeof libraryCalls.removeEntry>({ method: 'DELETE', path: '/api/games/library/:id', params: { id } });

export const restoreEntry = (id: string) =>
  request<typeof libraryCalls.restoreEntry>({
    method: 'POST',
    path: '/api/games/library/:id/restore',
    params: { id },
  });
