import { z } from 'zod';
import { fieldChange } from './entry-history.ts';
import { guid, id, instant, text, withoutControls } from './fields.ts';
import { gameSummary } from './games.ts';
import { partFigures } from './import-parts.ts';
import { importRules, importSources, mergeRules, ratingScales } from './import-rules.ts';
import { entryFields, status } from './library-entry.ts';

const count = z.number().int().nonnegative();

/** `receiving` until all rows have arrived; `running` and `undoing` continue by themselves, also after a restart. */
export const importStatus = z.enum([
  'receiving',
  'ready',
  'running',
  'paused',
  'done',
  'cancelled',
  'undoing',
  'undone',
]);

/** The planned or actual outcome of a row. */
export const rowFate = z.enum([
  'added',
  'changed',
  'unchanged',
  'doubled',
  'left_out',
  'unmatched',
  'unreadable',
  'refused',
  'matching',
]);

/** The outcome of undoing a row: `kept` and `partly` when its game was edited since. */
export const rowUndone = z.enum(['undone', 'partly', 'kept', 'gone']);

export const importOptions = z.object({
  rating_of: z
    .union(ratingScales.map((scale) => z.literal(scale)))
    .default(10)
    .meta({
      description: 'Highest rating of the file’s scale.',
    }),
  status: status.default('collection').meta({ description: 'Status of games without one.' }),
});

export const mergeRule = z.enum(mergeRules);

export const importPosition = z.coerce.number().int().min(1).max(importRules.rows);

const name = z
  .string()
  .refine((given) => given.isWellFormed(), 'Must be well-formed Unicode')
  .trim()
  .min(1, 'Enter a name for the import')
  .max(importRules.name, `A name has at most ${importRules.name} characters`)
  .regex(withoutControls, 'A name must not contain control characters');

export const newImport = z.object({
  name: name.meta({ description: 'Usually the file name.' }),
  source: z.enum(importSources),
  rows: z
    .number()
    .int()
    .min(1, 'There are no rows')
    .max(importRules.rows, `An import has at most ${importRules.rows} rows`)
    .meta({ description: 'Number of rows that will be sent.' }),
  options: importOptions.default({ rating_of: 10, status: 'collection' }),
});

const row = z
  .record(text(80), text(importRules.cell))
  .refine((cells) => Object.keys(cells).length <= importRules.cells, `A row has at most ${importRules.cells} cells`)
  .meta({ maxProperties: importRules.cells });

export const importedRows = z.object({
  from: importPosition.meta({ description: 'Number of the first row, from 1.' }),
  rows: z
    .array(row)
    .min(1)
    .max(importRules.rowsAtOnce, `At most ${importRules.rowsAtOnce} rows at once`)
    .meta({ description: 'Cells by column name. Existing rows do not change.' }),
});

/** An import of a collection. */
export const vaultImport = z.object({
  id,
  name: z.string(),
  source: z.enum(importSources),
  options: importOptions.required(),
  rule: mergeRule,
  status: importStatus,
  rows: count,
  received: count,
  /** Rows with an outcome; while an import is undone, rows that are undone. */
  done: count,
  matching: z
    .object({
      left: count.meta({ description: 'Rows not matched yet.' }),
      seconds_left: count.nullable().meta({ description: 'Null without an estimate.' }),
    })
    .nullable()
    .meta({ description: 'Null when every row has been matched.' }),
  begun_at: instant,
  ended_at: instant.nullable(),
});

const fates = z.object(
  Object.fromEntries(rowFate.options.map((fate) => [fate, count])) as Record<z.infer<typeof rowFate>, typeof count>,
);

export const importFigures = vaultImport.extend({
  fates: fates.meta({
    description: 'Number of rows per outcome; before the import runs, the expected outcome.',
  }),
  undone: z.object({ undone: count, partly: count, kept: count, gone: count }),
  parts: z.array(partFigures).meta({ description: 'Playthroughs, sessions and lists.' }),
});

const importedGame = gameSummary.pick({ guid: true, image_url: true }).extend({
  name: z.string(),
  year: z.number().int().nullable(),
});

/** The readable fields of a row; null for missing ones. */
export const importedFields = z.object({
  title: z.string().nullable(),
  year: z.number().int().nullable(),
  guid: guid.nullable(),
  ...entryFields.shape,
  status: status.nullable(),
  tags: z.array(z.string()).nullable(),
  is_shared: z.boolean().nullable(),
  date_added: instant.nullable(),
});

export const importRow = z.object({
  position: importPosition,
  given: importedFields,
  problems: z.array(z.string()).meta({ description: 'Messages about unreadable values.' }),
  match: z.enum(['pending', 'exact', 'likely', 'chosen', 'none', 'left_out']),
  game: importedGame.nullable(),
  alternatives: z.array(importedGame),
  fate: rowFate,
  is_done: z.boolean().meta({ description: 'False while the outcome is only expected.' }),
  changes: z.array(fieldChange),
  stores: entryFields
    .extend({ tags: z.array(z.string()), is_shared: z.boolean() })
    .nullable()
    .meta({ description: 'The entry as it will be, or is, after the import; null where the row stores nothing.' }),
  undone: rowUndone.nullable(),
});

/** The game that a user has chosen for a name. */
export const chosenGame = z.object({
  name: z.string().meta({ description: 'Normalized title: lowercase letters and digits only.' }),
  guid: guid.nullable().meta({ description: 'Null where games of that name are left out.' }),
});

export type MergeRuleName = z.infer<typeof mergeRule>;
export type ImportStatus = z.infer<typeof importStatus>;
export type ImportOptions = z.infer<typeof importOptions>;
export type RowFate = z.infer<typeof rowFate>;
export type RowUndone = z.infer<typeof rowUndone>;
export type VaultImport = z.infer<typeof vaultImport>;
export type ImportFigures = z.infer<typeof importFigures>;
export type ImportedFields = z.infer<typeof importedFields>;
export type ImportedGame = z.infer<typeof importedGame>;
export type ImportRow = z.infer<typeof importRow>;
export type ChosenGame = z.infer<typeof chosenGame>;
export type ImportChange = ImportRow['changes'][number];
