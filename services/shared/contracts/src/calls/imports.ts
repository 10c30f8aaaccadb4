import { z } from 'zod';
import { answer, success } from '../answer.ts';
import { defineCall } from '../call.ts';
import { guid, id, limit } from '../fields.ts';
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

const reading = { access: 'guarded', scope: 'library:read' } as const;
const writing = { access: 'guarded', scope: 'library:write', limits: importLimits } as const;
const params = z.object({ id });

export const listImports = defineCall({
  method: 'GET',
  path: '/api/games/library/imports',
  ...reading,
  summary: "The user's imports of the last 30 days, the newest first",
  answer: answer({ imports: z.array(vaultImport) }),
});

export const beginImport = defineCall({
  method: 'POST',
  path: '/api/games/library/imports',
  ...writing,
  summary: 'Begin an import: its rows are sent next, and nothing of the vault changes before it is started',
  refuses: ['library.too_many_imports'],
  body: newImport,
  answer: answer({ import: vaultImport }),
  status: 201,
});

export const sendImportRows = defineCall({
  method: 'POST',
  path: '/api/games/library/imports/:id/rows',
  ...writing,
  summary: 'Rows of an import, each read and matched with a game as far as possible',
  refuses: ['library.import_not_found', 'library.import_step'],
  params,
  body: importedRows,
  answer: answer({ import: vaultImport }),
});

export const sendImportParts = defineCall({
  method: 'POST',
  path: '/api/games/library/imports/:id/parts',
  ...writing,
  summary:
    'What comes with the games of an import: playthroughs, sessions and lists. Sent before the last of the rows, and made once those are',
  refuses: ['library.import_not_found', 'library.import_step'],
  params,
  body: importedParts,
  answer: answer({ import: vaultImport }),
});

export const getImport = defineCall({
  method: 'GET',
  path: '/api/games/library/imports/:id',
  ...reading,
  // Counting may read all of its rows.
  limits: importLimits,
  summary: 'An import, with how many rows have, or would have, which fate',
  refuses: ['library.import_not_found'],
  params,
  answer: answer({ import: importFigures }),
});

export const listImportRows = defineCall({
  method: 'GET',
  path: '/api/games/library/imports/:id/rows',
  ...reading,
  summary: 'Rows of an import in their order, each with its game, what would change or has changed, and its fate',
  refuses: ['library.import_not_found'],
  params,
  query: z.object({
    after: importPosition.optional().meta({ description: 'The `next` of the page before.' }),
    limit: limit(50, 200),
    show: z.enum(['all', 'attention']).default('all').meta({
      description: 'attention: rows without a certain game, and those of which something could not be read.',
    }),
  }),
  answer: answer({ rows: z.array(importRow), next: z.number().int().nullable() }),
});

export const matchImportRow = defineCall({
  method: 'PUT',
  path: '/api/games/library/imports/:id/rows/:position',
  ...writing,
  summary:
    'Say which game a row means, or that it is to be left out; remembered for later imports. After the import has run, starting it again takes the row, too',
  refuses: ['library.import_not_found', 'library.import_step'],
  params: z.object({ id, position: importPosition }),
  body: z.union([
    z.strictObject({ guid: guid.nullable().meta({ description: 'Null: the row is left out.' }) }),
    z.strictObject({ own: z.literal(true).meta({ description: "The row becomes a game of the user's own." }) }),
  ]),
  answer: answer({ row: importRow }),
});

const digest = z.string().regex(/^[0-9a-f]{32}$/, 'Not the end of a page');

export const listChosenGames = defineCall({
  method: 'GET',
  path: '/api/games/library/choices',
  ...reading,
  summary: 'Which games the user has chosen for names in imports, in no order; they are meant again in later ones',
  query: z.object({
    limit: limit(100, 500),
    after: digest.optional().meta({ description: 'The `next` of the page before.' }),
  }),
  answer: answer({ choices: z.array(chosenGame), next: digest.nullable() }),
});

export const rematchImportRows = defineCall({
  method: 'POST',
  path: '/api/games/library/imports/:id/match',
  ...writing,
  summary:
    'Look rows without a game up again, once more games are known. After the import has run, starting it again takes those that were found, too',
  refuses: ['library.import_not_found', 'library.import_step'],
  params,
  answer: answer({ rows: z.number().int().nonnegative().meta({ description: 'How many are being looked up.' }) }),
});

export const addUnmatchedRows = defineCall({
  method: 'POST',
  path: '/api/games/library/imports/:id/own-games',
  ...writing,
  summary: "Let every row without a game become a game of the user's own when the import runs",
  refuses: ['library.import_not_found', 'library.import_step', 'library.too_many_own_games'],
  params,
  answer: answer({ rows: z.number().int().nonnegative() }),
});

export const chooseImportRule = defineCall({
  method: 'PUT',
  path: '/api/games/library/imports/:id',
  ...writing,
  summary: 'Choose what is made of games that are in the vault already',
  refuses: ['library.import_not_found', 'library.import_step'],
  params,
  body: z.object({ rule: mergeRule }),
  answer: answer({ import: importFigures }),
});

export const stepImport = defineCall({
  method: 'POST',
  path: '/api/games/library/imports/:id/step',
  ...writing,
  summary:
    'Start an import or let it go on, pause it, end it with what has been done so far, or undo all that it did: up to 30 days later, and what was edited since stays',
  refuses: ['library.import_not_found', 'library.import_step'],
  params,
  body: z.object({ step: z.enum(['start', 'pause', 'cancel', 'undo']) }),
  answer: answer({ import: vaultImport }),
});

export const removeImport = defineCall({
  method: 'DELETE',
  path: '/api/games/library/imports/:id',
  ...writing,
  summary: 'Forget an import and its report; the vault stays as it is',
  refuses: ['library.import_not_found', 'library.import_step'],
  params,
  answer: success,
});

export const downloadImportReport = defineCall({
  method: 'GET',
  path: '/api/games/library/imports/:id/report.csv',
  ...reading,
  limits: exportLimits,
  summary: 'The fate of every row of an import as a table',
  refuses: ['library.import_not_found', 'library.busy'],
  params,
  mediaType: 'text/csv',
  answer: z.unknown(),
});
