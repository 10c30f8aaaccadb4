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
import { fromPage, id, limit, nextPage } from '../fields.ts';
import { entryChanged, libraryEntry } from '../library-entry.ts';
import { historyLimits, historyReadingLimits } from '../limits.ts';

const reading = { scope: 'library:read' } as const;

export const listHistory = defineCall('GET /api/games/library/history', {
  ...reading,
  limits: historyReadingLimits,
  summary: 'Latest change of each game in the vault, newest first, with the retention and the start of the history',
  query: z.object({ limit: limit(50, 500), before: fromPage(historyCursor) }),
  answer: answer({ ...historyState.shape, steps: z.array(entryStep), next: nextPage(historyCursor) }),
});

export const keepHistory = defineCall('PUT /api/games/library/history', {
  limits: historyLimits,
  summary: 'Set the retention of the vault’s history. Older changes are deleted immediately',
  body: z.object({ keep: historyKeeping }),
  answer: answer(historyState.shape),
});

export const listEntryHistory = defineCall('GET /api/games/library/:id/history', {
  ...reading,
  summary: 'Changes of an entry, newest first; also of a removed entry',
  refuses: ['library.entry_not_found'],
  params: z.object({ id }),
  query: z.object({ limit: limit(50, 100), before: fromPage(historyStep) }),
  answer: answer({ ...historyState.shape, steps: z.array(entryStep), next: nextPage(historyStep) }),
});

export const restoreStep = defineCall('POST /api/games/library/:id/history/:step/restore', {
  scope: 'library:write',
  limits: historyLimits,
  summary:
    'Restore an entry to its state after a change, or with step 0 to its first state; also restores removed entries and is itself recorded. With if_version (or If-Match), 409 with the current entry if it changed',
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

export const listActions = defineCall('GET /api/games/library/actions', {
  ...reading,
  limits: historyReadingLimits,
  summary: 'Actions on the vault, newest first; a change of several games, such as an import, is one action',
  query: z.object({ limit: limit(20, 100), before: fromPage(historyStep) }),
  answer: answer({ ...historyState.shape, actions: z.array(vaultAction), next: nextPage(historyStep) }),
});

export const undoAction = defineCall('POST /api/games/library/actions/:step/undo', {
  scope: 'library:write',
  limits: historyLimits,
  summary: 'Undo an action for games that have not changed since. Idempotent; handles 200 games per request',
  refuses: ['library.action_not_found', 'library.action_elsewhere', 'library.already_added', 'library.vault_full'],
  params: z.object({ step: historyStep }),
  body: undoneAfter,
  answer: answer(undoneAction.shape),
});

export const listRemovedGames = defineCall('GET /api/games/library/removed', {
  ...reading,
  limits: historyReadingLimits,
  summary:
    'Removed games that can be restored with their sessions, playthroughs and lists. Games without any are only in the history; games removed just now appear later',
  query: z.object({ limit: limit(10, 20), after: fromPage(id) }),
  answer: answer({ games: z.array(removedGame), next: nextPage(id) }),
});

export const readVaultAt = defineCall('GET /api/games/library/at', {
  ...reading,
  limits: historyReadingLimits,
  summary: 'The vault at a point in time. Before the start of the history, games appear as they were at its start',
  refuses: ['library.busy'],
  query: z.object({
    date: z.iso.datetime({ offset: true }).meta({ description: 'Point in time, for example 2026-03-01T23:59:59Z.' }),
  }),
  answer: answer({
    began_at: historyState.shape.began_at,
    games: z.array(entryThen).meta({ description: 'Unordered.' }),
  }),
});
