import { z } from 'zod';
import { answer, failure } from '../answer.ts';
import { defineCall } from '../call.ts';
import { fromPage, guids, id, limit, mostGuids, nextPage } from '../fields.ts';
import { playLimits } from '../limits.ts';
import { newPlaythrough, playersTimes, playFigures, playthrough, playthroughChange } from '../playthroughs.ts';

const writing = { scope: 'library:write', limits: playLimits } as const;

const playthroughChanged = failure.extend({ code: z.literal('library.playthrough_changed'), playthrough });

export const listPlaythroughs = defineCall('GET /api/games/library/playthroughs', {
  scope: 'library:read',
  summary: "The user's playthroughs, of one entry or all, latest added first",
  query: z.object({ entry_id: id.optional(), limit: limit(50, 100), before: fromPage(id) }),
  answer: answer({ playthroughs: z.array(playthrough), next: nextPage(id) }),
});

export const getPlayFigures = defineCall('GET /api/games/library/playthroughs/figures', {
  scope: 'library:read',
  summary: 'Number of finished games and playthroughs',
  answer: answer({ figures: playFigures }),
});

export const listPlayersTimes = defineCall('GET /api/games/library/times', {
  access: 'open',
  scope: 'library:read',
  summary: 'Median times to beat from public libraries of this site; games with fewer than five players are omitted',
  query: z.object({ guids }),
  answer: answer({ times: z.array(playersTimes).max(mostGuids) }),
});

export const addPlaythrough = defineCall('POST /api/games/library/:id/playthroughs', {
  ...writing,
  summary: 'Add a playthrough to an entry; the entry itself does not change',
  refuses: ['library.entry_not_found', 'library.too_many_playthroughs'],
  params: z.object({ id }),
  body: newPlaythrough,
  answer: answer({ playthrough }),
  status: 201,
});

export const changePlaythrough = defineCall('PUT /api/games/library/playthroughs/:id', {
  ...writing,
  summary:
    'Change a playthrough; omitted fields keep their value. With if_version, 409 with the current playthrough if it changed',
  refuses: ['library.playthrough_not_found', 'library.playthrough_changed'],
  params: z.object({ id }),
  body: playthroughChange,
  answer: answer({ playthrough }),
  failures: { 409: z.union([playthroughChanged, failure]) },
});

export const removePlaythrough = defineCall('DELETE /api/games/library/playthroughs/:id', {
  ...writing,
  summary: 'Remove a playthrough; its sessions stay with the game',
  refuses: ['library.playthrough_not_found'],
  params: z.object({ id }),
});
