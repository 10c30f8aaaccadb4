import { z } from 'zod';
import { answer } from '../answer.ts';
import { defineCall } from '../call.ts';
import { change, guid } from '../fields.ts';
import { gameSummary } from '../games.ts';
import { libraryEntry, newEntryFields } from '../library-entry.ts';
import { addingLimits, ownCoverLimits } from '../limits.ts';
import { coverImage, ownGame, ownGuid } from '../own-games.ts';

const path = '/api/games/library/own-games' as const;
const params = z.object({ guid: ownGuid });
const writing = { scope: 'library:write' } as const;

export const addOwnGame = defineCall(`POST ${path}`, {
  ...writing,
  limits: addingLimits,
  summary: 'Add an own game and its entry; visible to its owner only',
  refuses: ['library.vault_full', 'library.too_many_own_games'],
  body: ownGame.extend({
    year: ownGame.shape.year.default(null),
    platform_ids: ownGame.shape.platform_ids.default([]),
    ...newEntryFields,
  }),
  answer: answer({ user_game: libraryEntry }),
  status: 201,
});

export const getOwnGame = defineCall(`GET ${path}/:guid`, {
  scope: 'library:read',
  summary: "A game of the signed-in user's own",
  refuses: ['library.game_not_found'],
  params,
  answer: answer({ game: gameSummary }),
});

export const updateOwnGame = defineCall(`PUT ${path}/:guid`, {
  ...writing,
  summary: 'Change an own game; omitted fields keep their value',
  refuses: ['library.game_not_found'],
  params,
  body: change(ownGame.shape),
  answer: answer({ game: gameSummary }),
});

export const setOwnCover = defineCall(`PUT ${path}/:guid/cover`, {
  ...writing,
  limits: ownCoverLimits,
  summary: 'Set the cover of an own game; stored as WebP of at most 600 by 800 pixels, without metadata',
  refuses: ['library.game_not_found', 'library.not_an_image'],
  params,
  body: z.object({ image: coverImage }),
  answer: answer({ game: gameSummary }),
});

export const removeOwnCover = defineCall(`DELETE ${path}/:guid/cover`, {
  ...writing,
  summary: 'Remove the cover of an own game; a generated cover replaces it',
  refuses: ['library.game_not_found'],
  params,
  answer: answer({ game: gameSummary }),
});

export const getOwnCover = defineCall(`GET ${path}/:guid/cover`, {
  scope: 'library:read',
  summary: 'The cover of an own game',
  refuses: ['library.game_not_found'],
  params,
  mediaType: 'image/webp',
  answer: z.unknown(),
});

export const mergeOwnGame = defineCall(`POST ${path}/:guid/merge`, {
  ...writing,
  summary:
    'Merge an own game into a game of the database; its status, hours, history, playthroughs, sessions and lists stay',
  refuses: ['library.game_not_found', 'library.already_added'],
  params,
  body: z.object({ into: guid }),
  answer: answer({ user_game: libraryEntry }),
});

export const undoMerge = defineCall(`DELETE ${path}/:guid/merge`, {
  ...writing,
  summary: 'Undo a merge',
  refuses: ['library.game_not_found', 'library.already_added'],
  params,
  answer: answer({ user_game: libraryEntry }),
});
