import { z } from 'zod';
import { answer, failure } from '../answer.ts';
import { defineCall } from '../call.ts';
import {
  entryStep,
  entryThen,
  historyCursor,
  historyKeeping,
  historyState,
  historyStep,
  removedGame,
  stepCondition,
  undoneAction,
  undoneAfter,
  vaultAction,
} from '../entry-history.ts';
import { id, limit } from '../fields.ts';
import { entryChanged, libraryEntry } from '../library-entry.ts';
import { historyLimits, historyReadingLimits } from '../limits.ts';

const reading = { access: 'guarded', scope: 'library:read' } as const;
const noMore = { description: 'Null where there are no more.' };
const pageBefore = { description: 'The `next` of the page before.' };

export const listHistory = defineCall({
  method: 'GET',
  path: '/api/games/library/history',
  ...reading,
  limits: historyReadingLimits,
  summary:
    'What has changed in the vault, game by game, the newest change of each first; how long that is kept and how far it goes back',
  query: z.object({ limit: limit(50, 500), before: historyCursor.optional().meta(pageBefore) }),
  answer: answer({ ...historyState.shape, steps: z.array(entryStep), next: historyCursor.nullable().meta(noMore) }),
});

export const keepHistory = defineCall({
  method: 'PUT',
  path: '/api/games/library/history',
  access: 'guarded',
  limits: historyLimits,
  summary: 'Say how long the history of the vault is kept. What is kept no longer is deleted at once',
  body: z.object({ keep: historyKeeping }),
  answer: answer(historyState.shape),
});

export const listEntryHistory = defineCall({
  method: 'GET',
  path: '/api/games/library/:id/history',
  ...reading,
  summary: 'What has changed of one entry, the newest first; also of one that was removed',
  refuses: ['library.entry_not_found'],
  params: z.object({ id }),
  query: z.object({ limit: limit(50, 100), before: historyStep.optional().meta(pageBefore) }),
  answer: answer({ ...historyState.shape, steps: z.array(entryStep), next: historyStep.nullable().meta(noMore) }),
});

export const restoreStep = defineCall({
  method: 'POST',
  path: '/api/games/library/:id/history/:step/restore',
  access: 'guarded',
  scope: 'library:write',
  limits: historyLimits,
  summary:
    'Have an entry say again what it said after a change of its history, or with step 0 before all of them; a change like any other, that also brings back what was removed. With if_version (or If-Match) only while that still is its version: else 409 with the entry as it now is',
  refuses: [
    'library.entry_not_found',
    'library.step_not_found',
    'library.entry_changed',
    'library.already_added',
    'library.vault_full',
  ],
  params: z.object({ id, step: historyStep }),
  body: stepCondition,
  answer: answer({ user_game: libraryEntry }),
  conditional: true,
  failures: { 409: z.union([entryChanged, failure]) },
});

export const listActions = defineCall({
  method: 'GET',
  path: '/api/games/library/actions',
  ...reading,
  limits: historyReadingLimits,
  summary:
    'What was done to the vault, the newest first: what was done to many games at once, such as an import, is one action',
  query: z.object({ limit: limit(20, 100), before: historyStep.optional().meta(pageBefore) }),
  answer: answer({ ...historyState.shape, actions: z.array(vaultAction), next: historyStep.nullable().meta(noMore) }),
});

export const undoAction = defineCall({
  method: 'POST',
  path: '/api/games/library/actions/:step/undo',
  access: 'guarded',
  scope: 'library:write',
  limits: historyLimits,
  summary:
    'Undo an action, as far as nothing else was done to its games since: what was changed since stays. Each game is undone once, however often that is asked for; of more than 200 games the next ones by another request',
  refuses: ['library.action_not_found', 'library.action_elsewhere', 'library.already_added', 'library.vault_full'],
  params: z.object({ step: historyStep }),
  body: undoneAfter,
  answer: answer(undoneAction.shape),
});

export const listRemovedGames = defineCall({
  method: 'GET',
  path: '/api/games/library/removed',
  ...reading,
  limits: historyReadingLimits,
  summary:
    'Games that were removed and can be brought back, each with what was played of it and the lists that it was in: with that it comes back. What had nothing of that is only in the history, and what was removed just now is not yet here',
  query: z.object({ limit: limit(10, 20), after: id.optional().meta(pageBefore) }),
  answer: answer({ games: z.array(removedGame), next: id.nullable().meta(noMore) }),
});

export const readVaultAt = defineCall({
  method: 'GET',
  path: '/api/games/library/at',
  ...reading,
  limits: historyReadingLimits,
  summary:
    'The vault as it was at a moment. Before the history began, what was in it by then as it was when the history began',
  refuses: ['library.busy'],
  query: z.object({
    date: z.iso.datetime({ offset: true }).meta({ description: 'An instant, such as 2026-03-01T23:59:59Z.' }),
  }),
  answer: answer({
    began_at: historyState.shape.began_at,
    games: z.array(entryThen).meta({ description: 'In no order.' }),
  }),
});
