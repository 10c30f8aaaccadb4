import { z } from 'zod';
import { answer } from '../answer.ts';
import { defineCall } from '../call.ts';
import { fromPage, guid, id, limit } from '../fields.ts';
import { importedParts } from '../import-parts.ts';
import {
  chosenGame,
  importedRows,
  importFigures,
  importPosition,
  importRow,
  mergeRule,
  newImport,
  vaultImport,
} from '../imports.ts';
import { exportLimits, importLimits } from '../limits.ts';

const reading = { scope: 'library:read' } as const;
const writing = { scope: 'library:write', limits: importLimits } as const;
const params = z.object({ id });
const changing = { ...writing, refuses: ['library.import_not_found', 'library.import_step'], params } as const;

export const listImports = defineCall('GET /api/games/library/imports', {
  ...reading,
  summary: "The user's imports of the last 30 days, newest first",
  answer: answer({ imports: z.array(vaultImport) }),
});

export const beginImport = defineCall('POST /api/games/library/imports', {
  ...writing,
  summary: 'Create an import. Send its rows next; the vault does not change before the import is started',
  refuses: ['library.too_many_imports'],
  body: newImport,
  answer: answer({ import: vaultImport }),
  status: 201,
});

export const sendImportRows = defineCall('POST /api/games/library/imports/:id/rows', {
  ...changing,
  summary: 'Add rows to an import; the server reads and matches them',
  body: importedRows,
  answer: answer({ import: vaultImport }),
});

export const sendImportParts = defineCall('POST /api/games/library/imports/:id/parts', {
  ...changing,
  summary:
    'Add playthroughs, sessions and lists to an import. Send them before the last rows; they are imported after the games',
  body: importedParts,
  answer: answer({ import: vaultImport }),
});

export const getImport = defineCall('GET /api/games/library/imports/:id', {
  ...reading,
  // Counting may read all of its rows.
  limits: importLimits,
  summary: 'An import with the number of rows per outcome',
  refuses: ['library.import_not_found'],
  params,
  answer: answer({ import: importFigures }),
});

export const listImportRows = defineCall('GET /api/games/library/imports/:id/rows', {
  ...reading,
  summary: 'Rows of an import in order, each with its game, changes and outcome',
  refuses: ['library.import_not_found'],
  params,
  query: z.object({
    after: fromPage(importPosition),
    limit: limit(50, 200),
    show: z.enum(['all', 'attention']).default('all').meta({
      description: 'attention: rows without a certain game or with unreadable values.',
    }),
  }),
  answer: answer({ rows: z.array(importRow), next: z.number().int().nullable() }),
});

export const matchImportRow = defineCall('PUT /api/games/library/imports/:id/rows/:position', {
  ...changing,
  summary:
    'Choose the game of a row, or skip it; remembered for later imports. After the import has run, start it again to import the row',
  params: z.object({ id, position: importPosition }),
  body: z.union([
    z.strictObject({ guid: guid.nullable().meta({ description: 'Null skips the row.' }) }),
    z.strictObject({ own: z.literal(true).meta({ description: "The row becomes the user's own game." }) }),
  ]),
  answer: answer({ row: importRow }),
});

const digest = z.string().regex(/^[0-9a-f]{32}$/, 'Must be the end of a page');

export const listChosenGames = defineCall('GET /api/games/library/choices', {
  ...reading,
  summary: 'Games that the user chose for names in imports, unordered; reused by later imports',
  query: z.object({
    limit: limit(100, 500),
    after: fromPage(digest),
  }),
  answer: answer({ choices: z.array(chosenGame), next: digest.nullable() }),
});

export const rematchImportRows = defineCall('POST /api/games/library/imports/:id/match', {
  ...changing,
  summary: 'Match rows without a game again. After the import has run, start it again to import the new matches',
  answer: answer({ rows: z.number().int().nonnegative().meta({ description: 'Number of rows being matched.' }) }),
});

export const addUnmatchedRows = defineCall('POST /api/games/library/imports/:id/own-games', {
  ...changing,
  summary: "Turn every row without a game into the user's own game when the import runs",
  refuses: [...changing.refuses, 'library.too_many_own_games'],
  answer: answer({ rows: z.number().int().nonnegative() }),
});

export const chooseImportRule = defineCall('PUT /api/games/library/imports/:id', {
  ...changing,
  summary: 'Choose how to treat games already in the vault',
  body: z.object({ rule: mergeRule }),
  answer: answer({ import: importFigures }),
});

export const stepImport = defineCall('POST /api/games/library/imports/:id/step', {
  ...changing,
  summary: 'Start, continue, pause, stop or undo an import. Undo works for 30 days and keeps later edits',
  body: z.object({ step: z.enum(['start', 'pause', 'cancel', 'undo']) }),
  answer: answer({ import: vaultImport }),
});

export const removeImport = defineCall('DELETE /api/games/library/imports/:id', {
  ...changing,
  summary: 'Delete an import and its report; the vault does not change',
});

export const downloadImportReport = defineCall('GET /api/games/library/imports/:id/report.csv', {
  ...reading,
  limits: exportLimits,
  summary: 'The outcome of every row of an import as CSV',
  refuses: ['library.import_not_found', 'library.busy'],
  params,
  mediaType: 'text/csv',
  answer: z.unknown(),
});
