import { z } from 'zod';
import { answer, failure } from '../answer.ts';
import { defineCall } from '../call.ts';
import { partOfAction } from '../entry-history.ts';
import { change, guid, id } from '../fields.ts';
import { libraryChanges, libraryCursor, wholeLibrary } from '../library-answers.ts';
import {
  editableFields,
  entryChanged,
  entryVersion,
  externalGame,
  libraryEntry,
  newEntryFields,
} from '../library-entry.ts';
import { addingLimits } from '../limits.ts';

const conditional = { conditional: true, failures: { 409: z.union([entryChanged, failure]) } } as const;

export const listLibrary = defineCall('GET /api/games/library', {
  scope: 'library:read',
  // A vault is sent whole, however large it is.
  timeoutSeconds: 190,
  summary: "The signed-in user's whole vault; with since, changes after that version",
  refuses: ['library.busy'],
  query: z.object({
    since: libraryCursor.optional().meta({ description: 'Version of an earlier response.' }),
  }),
  answer: z.union([wholeLibrary, libraryChanges]),
});

export const addEntry = defineCall('POST /api/games/library/add', {
  limits: addingLimits,
  scope: 'library:write',
  summary: 'Add a game by its guid',
  refuses: ['library.game_not_found', 'library.already_added', 'library.vault_full'],
  body: z.object({
    game_guid: guid,
    ...newEntryFields,
    known_only: z.boolean().default(true).meta({
      description:
        'True refuses a game that the catalog has not stored yet (404). False adds it as an unknown game (id null) until the catalog has stored it. Games of the offline catalog are always added.',
    }),
  }),
  answer: answer({ user_game: libraryEntry }),
  status: 201,
});

export const addExternalEntry = defineCall('POST /api/games/library/add-external', {
  limits: addingLimits,
  scope: 'library:write',
  summary: 'Add a game with the client’s description, for games not stored by the catalog yet',
  refuses: ['library.already_added', 'library.vault_full', 'library.description_too_long'],
  body: externalGame
    .extend({
      description: externalGame.shape.description.default(null),
      original_release_date: externalGame.shape.original_release_date.default(null),
      image: externalGame.shape.image.default(null),
      platforms: externalGame.shape.platforms.default([]),
    })
    .extend(newEntryFields),
  answer: answer({ user_game: libraryEntry }),
  status: 201,
});

export const updateEntry = defineCall('PUT /api/games/library/:id', {
  scope: 'library:write',
  summary:
    'Change an entry; omitted fields keep their value. With if_version (or If-Match), 409 with the current entry if it changed',
  refuses: ['library.entry_not_found', 'library.entry_changed'],
  params: z.object({ id }),
  query: partOfAction,
  body: change(editableFields.shape, { if_version: entryVersion }),
  answer: answer({ user_game: libraryEntry }),
  ...conditional,
});

export const removeEntry = defineCall('DELETE /api/games/library/:id', {
  scope: 'library:write',
  summary: 'Remove an entry; with If-Match, 409 with the current entry if it changed',
  refuses: ['library.entry_not_found', 'library.entry_changed'],
  params: z.object({ id }),
  query: partOfAction,
  ...conditional,
});

export const restoreEntry = defineCall('POST /api/games/library/:id/restore', {
  scope: 'library:write',
  summary: 'Undo the removal of an entry, within ten minutes',
  refuses: ['library.entry_not_found', 'library.already_added', 'library.vault_full'],
  params: z.object({ id }),
  query: partOfAction,
  answer: answer({ user_game: libraryEntry }),
});
