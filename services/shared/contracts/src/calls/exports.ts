import { z } from 'zod';
import { defineCall } from '../call.ts';
import { exportFormats } from '../export-formats.ts';
import { exportLimits } from '../limits.ts';
import { vaultColumns } from '../whole-vault.ts';

export const exportVaultTable = defineCall('GET /api/games/library/export.csv', {
  scope: 'library:read',
  limits: exportLimits,
  summary: `The signed-in user's vault as CSV: UTF-8 with a byte-order mark, commas, a header with ${vaultColumns.join(', ')}. Values that a spreadsheet would execute start with a quote ('); tags are separated by |`,
  refuses: ['library.busy'],
  mediaType: 'text/csv',
  answer: z.unknown(),
});

export const exportVault = defineCall('GET /api/games/library/export.json', {
  scope: 'library:read',
  limits: exportLimits,
  summary:
    'All library data of the signed-in user: entries with tags, playthroughs, sessions with notes, lists with their games, entry history',
  refuses: ['library.busy'],
  mediaType: 'application/json',
  answer: z.unknown(),
});

export const exportVaultFor = defineCall('GET /api/games/library/export/:format', {
  scope: 'library:read',
  limits: exportLimits,
  params: z.strictObject({ format: z.enum(exportFormats) }),
  summary:
    "The signed-in user's vault as CSV for Yamtrack, Grouvee or an IGDB list, limited to the fields of that format: UTF-8, commas, a header",
  refuses: ['library.busy'],
  mediaType: 'text/csv',
  answer: z.unknown(),
});
