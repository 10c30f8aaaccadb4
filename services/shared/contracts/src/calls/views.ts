import { z } from 'zod';
import { answer } from '../answer.ts';
import { defineCall } from '../call.ts';
import { id } from '../fields.ts';
import { savedViewLimits } from '../limits.ts';
import { newSavedView, savedView, savedViewChange } from '../saved-views.ts';

const writing = { scope: 'library:write', limits: savedViewLimits } as const;

export const listSavedViews = defineCall('GET /api/games/library/views', {
  scope: 'library:read',
  summary: "The user's saved views of the vault, in order",
  answer: answer({ views: z.array(savedView) }),
});

export const saveView = defineCall('POST /api/games/library/views', {
  ...writing,
  summary: 'Save a view of the vault under a name; it becomes the last view',
  refuses: ['library.view_name_taken', 'library.too_many_views'],
  body: newSavedView,
  answer: answer({ view: savedView }),
  status: 201,
});

export const changeSavedView = defineCall('PUT /api/games/library/views/:id', {
  ...writing,
  summary: 'Change a saved view; omitted fields keep their value',
  refuses: ['library.view_not_found', 'library.view_name_taken'],
  params: z.object({ id }),
  body: savedViewChange,
  answer: answer({ view: savedView }),
});

export const removeSavedView = defineCall('DELETE /api/games/library/views/:id', {
  ...writing,
  summary: 'Remove a saved view; its games stay',
  refuses: ['library.view_not_found'],
  params: z.object({ id }),
});
