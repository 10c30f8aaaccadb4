import { z } from 'zod';
import { defineCall } from '../call.ts';
import { exportFormats } from '../export-formats.ts';
import { exportLimits } from '../limits.ts';
import { vaultColumns } from '../vault-table.ts';

export const exportVaultTable = defineCall({
  method: 'GET',
  path: '/api/games/library/export.csv',
  access: 'guarded',
  scope: 'library:read',
  limits: exportLimits,
  summary: `The signed-in user's vault as a table, to be kept, looked at in a spreadsheet or imported again: UTF-8 with a byte-order mark, commas, a header of ${vaultColumns.join(', ')}. A quote (') stands before what a spreadsheet would run; tags have | between them`,
  refuses: ['library.busy'],
  mediaType: 'text/csv',
  answer: z.unknown(),
});

export const exportVault = defineCall({
  method: 'GET',
  path: '/api/games/library/export.json',
  access: 'guarded',
  scope: 'library:read',
  limits: exportLimits,
  summary:
    'Everything of the signed-in user that the library keeps: entries with tags, playthroughs, sessions with notes, lists with their games, what changed in entries',
  refuses: ['library.busy'],
  mediaType: 'application/json',
  answer: z.unknown(),
});

export const exportVaultFor = defineCall({
  method: 'GET',
  path: '/api/games/library/export/:format',
  access: 'guarded',
  scope: 'library:read',
  limits: exportLimits,
  params: z.strictObject({ format: z.enum(exportFormats) }),
  summary:
    "The signed-in user's vault as a table that Yamtrack, Grouvee or a list of IGDB reads, with as much as that has a place for: UTF-8, commas, a header",
  refuses: ['library.busy'],
  mediaType: 'text/csv',
  answer: z.unknown(),
});
