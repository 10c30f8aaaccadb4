import { z } from 'zod';
import { guid, text } from './fields.ts';
import { newGameList } from './game-lists.ts';
import { importRules } from './import-rules.ts';
import { listRules } from './list-rules.ts';
import { newPlaySession } from './play-sessions.ts';
import { newPlaythrough } from './playthroughs.ts';

/** An identifier within one file. */
const ref = text(80).min(1);

/** Further data of our own export format; each part names its game by the file's identifier. */
export const importPart = z.discriminatedUnion('kind', [
  newPlaythrough.omit({ id: true }).extend({ kind: z.literal('playthrough'), guid, ref }),
  newPlaySession.omit({ id: true, playthrough_id: true }).extend({
    kind: z.literal('session'),
    guid,
    playthrough: ref.nullable().default(null).meta({ description: 'The `ref` of a playthrough of the same file.' }),
  }),
  newGameList.extend({ kind: z.literal('list'), ref }),
  z.object({
    kind: z.literal('listed'),
    guid,
    list: ref.meta({ description: 'The `ref` of a list of the same file.' }),
    note: text(listRules.note).trim().nullable().default(null),
  }),
]);

export const importedParts = z.object({
  from: z.number().int().min(1).max(importRules.parts).meta({ description: 'Number of the first item, from 1.' }),
  parts: z
    .array(importPart)
    .min(1)
    .max(importRules.rowsAtOnce, `At most ${importRules.rowsAtOnce} at once`)
    .meta({ description: 'In the order of creation. Existing ones do not change.' }),
});

const count = z.number().int().nonnegative();

/** Number of parts of one kind in an import, and their outcome. */
export const partFigures = z.object({
  kind: z.enum(['playthrough', 'session', 'list', 'listed']),
  all: count,
  added: count,
  unchanged: count.meta({ description: 'They already existed.' }),
  left_out: count.meta({ description: 'Their game was not imported, or a limit was reached.' }),
  undone: count,
});

export type ImportPart = z.infer<typeof importPart>;
export type PartFigures = z.infer<typeof partFigures>;
