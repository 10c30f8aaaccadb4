import { z } from 'zod';
import { answer, failure } from '../answer.ts';
import { defineCall } from '../call.ts';
import { fromPage, id } from '../fields.ts';
import {
  addedGames,
  gameList,
  gameListChange,
  listChanged,
  listedGame,
  neighbourGone,
  newGameList,
  noteChange,
  noteChanged,
  placeInList,
} from '../game-lists.ts';
import { listLimits, listReadingLimits } from '../limits.ts';
import { listRules } from '../list-rules.ts';

const reading = { scope: 'library:read' } as const;
const writing = { scope: 'library:write', limits: listLimits } as const;

const list = z.object({ id });
const gameOfList = z.object({ id, entry_id: id });

export const listGameLists = defineCall('GET /api/games/lists', {
  ...reading,
  limits: listReadingLimits,
  summary: "The user's lists, newest first, each with its first covers",
  query: z.object({
    entry_id: id.optional().meta({ description: 'Each list then reports whether it contains this entry.' }),
  }),
  answer: answer({ lists: z.array(gameList) }),
});

export const makeGameList = defineCall('POST /api/games/lists', {
  ...writing,
  summary: 'Create a list',
  refuses: ['library.too_many_lists'],
  body: newGameList,
  answer: answer({ list: gameList }),
  status: 201,
});

export const readGameList = defineCall('GET /api/games/lists/:id', {
  ...reading,
  summary: 'A list with its games in order: all, or a page',
  refuses: ['library.list_not_found', 'library.not_in_list'],
  params: list,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(listRules.games).default(listRules.games),
    after: fromPage(id),
  }),
  answer: answer({
    list: gameList,
    games: z.array(listedGame),
    next: id.nullable().meta({ description: 'Where the next page begins; null for the last one.' }),
  }),
});

export const changeGameList = defineCall('PUT /api/games/lists/:id', {
  ...writing,
  summary: 'Change the name or description of a list; with if_version, 409 with the current list if it changed',
  refuses: ['library.list_not_found', 'library.list_changed'],
  params: list,
  body: gameListChange,
  answer: answer({ list: gameList }),
  failures: { 409: z.union([listChanged, failure]) },
});

export const removeGameList = defineCall('DELETE /api/games/lists/:id', {
  ...writing,
  summary: 'Delete a list; its games stay in the vault',
  refuses: ['library.list_not_found'],
  params: list,
});

export const addToGameList = defineCall('POST /api/games/lists/:id/games', {
  ...writing,
  summary: 'Add games to the end of a list',
  refuses: ['library.list_not_found', 'library.entry_not_found', 'library.list_full', 'library.lists_full'],
  params: list,
  body: addedGames,
  answer: answer({ list: gameList, added: z.number().int().min(0) }),
});

export const setListNote = defineCall('PUT /api/games/lists/:id/games/:entry_id', {
  ...writing,
  summary: 'Set the note of a game in a list; with if_version, 409 with the current note if it changed',
  refuses: ['library.list_not_found', 'library.not_in_list', 'library.note_changed'],
  params: gameOfList,
  body: noteChange,
  answer: answer({ list: gameList, game: listedGame }),
  failures: { 409: z.union([noteChanged, failure]) },
});

export const removeFromGameList = defineCall('DELETE /api/games/lists/:id/games/:entry_id', {
  ...writing,
  summary: 'Remove a game from a list; it stays in the vault',
  refuses: ['library.list_not_found', 'library.not_in_list'],
  params: gameOfList,
  answer: answer({ list: gameList }),
});

export const moveInGameList = defineCall('POST /api/games/lists/:id/games/:entry_id/move', {
  ...writing,
  summary:
    'Move a game of a list to before or after another one; where that one is not in the list any more, 409 with the order as it now is',
  refuses: ['library.list_not_found', 'library.not_in_list', 'library.neighbour_gone'],
  params: gameOfList,
  body: placeInList,
  answer: answer({ list: gameList }),
  failures: { 409: z.union([neighbourGone, failure]) },
});
