import { z } from 'zod';
import { guid, id, instant } from './fields.ts';
import { gameSummary } from './games.ts';
import { entryFields, entryVersion, libraryEntry } from './library-entry.ts';
import { playSession } from './play-sessions.ts';
import { coveredEntry, playthrough } from './playthroughs.ts';

/** How long the changes of a vault are kept. */
export const historyKeeping = z.enum(['forever', 'year', 'nothing']);

/** Numbers the changes of all vaults in order. */
export const historyStep = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/**
 * The cause of a change: the user and their client; an import or its undo; a session that was logged, changed or
 * removed; an undone removal; a restored state of the history; an undone action.
 */
export const historyCauses = [
  'person',
  'token',
  'import',
  'import_undone',
  'session',
  'undo',
  'history',
  'action_undone',
] as const;

const historyCause = z.object({
  kind: z.enum(historyCauses),
  id: id.optional().meta({ description: 'Id of the import or of the API token.' }),
  step: historyStep.optional().meta({ description: 'Id of the undone action.' }),
});

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();

/** The fields of an entry that its history contains. */
export const historyFields = ['status', 'rating', 'hours_played', 'platform_id', 'is_shared', 'tags'] as const;

export const fieldChange = z.object({ field: z.enum(historyFields), from: value, to: value });

/** A change of an entry. */
export const entryStep = z.object({
  step: historyStep,
  at: instant,
  entry_id: id,
  guid,
  kind: z.enum(['added', 'changed', 'removed']),
  by: historyCause.nullable().meta({ description: 'Null where it was not noted.' }),
  action: z.string().nullable().meta({
    description: 'Shared by all changes of one action, import or undo; null for a single change.',
  }),
  changes: z.array(fieldChange).meta({
    description: "Changed fields. An added entry's fields change from null; a removed entry's fields change to null.",
  }),
});

/** Groups the requests, one per game, of one action on several games. */
export const actionName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,64}$/, 'Must be 1 to 64 letters, digits and hyphens')
  .meta({
    description: 'Shared by all requests of one action: its changes are listed and undone together.',
  });

/** Query parameter of calls that change an entry. */
export const partOfAction = z.object({ action: actionName.optional() });

/** An action on a vault: one change of one game, or all changes of an action, an import or an undo. */
export const vaultAction = z.object({
  step: historyStep.meta({ description: 'Id of its first change.' }),
  at: instant,
  by: historyCause.nullable().meta({ description: 'Null where it was not noted.' }),
  games: z.number().int().positive(),
  added: z.number().int().min(0),
  changed: z.number().int().min(0),
  removed: z.number().int().min(0),
  changes: z
    .array(fieldChange.partial({ from: true, to: true }))
    .meta({ description: 'For several games, only changes common to all of them.' }),
  first: z.array(coveredEntry).meta({ description: 'Up to three of its games.' }),
  undo: z.enum(['possible', 'done', 'elsewhere']).meta({
    description: 'Null when it is undone elsewhere: imports by their own call, sessions in the journal.',
  }),
});

/** Where to continue the undo of a large action. */
export const undoneAfter = z.object({ after: id.optional().meta({ description: 'The `next` of the answer before.' }) });

/** Result of undoing an action, for the games of this response. */
export const undoneAction = z.object({
  undone: z.number().int().min(0),
  stayed: z.number().int().min(0).meta({ description: 'Games that changed since and stay as they are.' }),
  next: id.nullable().meta({ description: 'Null when all games were handled.' }),
});

/** How long a history is kept, and how far back it goes. */
export const historyState = z.object({
  keep: historyKeeping,
  began_at: instant.meta({ description: 'Start of the history.' }),
});

/** Cursor after a page of a vault's history. */
export const historyCursor = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d{1,16}$/, 'Must be the end of a page')
  .meta({ description: 'Opaque cursor for the next page.' });

/** A game of the vault in a past state. */
export const entryThen = z.object({
  entry_id: id,
  game: gameSummary.pick({ guid: true, name: true, image_url: true, original_release_date: true }),
  ...entryFields.shape,
  platform: libraryEntry.shape.platform,
  is_shared: z.boolean(),
  tags: z.array(z.string()),
  date_added: instant,
  back_to: historyStep.nullable().meta({
    description: 'For a removed game, the step that restores this state; otherwise null.',
  }),
});

/** A removed game that can be restored, with the data that comes back with it. */
export const removedGame = z.object({
  entry_id: id,
  guid,
  name: z.string(),
  removed_at: instant,
  playthroughs: z.array(playthrough.omit({ version: true, entry_id: true, game: true, platform: true })),
  sessions: z.array(playSession.pick({ day: true, minutes: true, note: true, spoiler: true, playthrough_id: true })),
  lists: z
    .array(z.object({ name: z.string(), note: z.string().nullable() }))
    .meta({ description: 'Lists that contained it and still exist.' }),
});

export const stepCondition = z.object({ if_version: entryVersion.optional() });

export type HistoryKeeping = z.infer<typeof historyKeeping>;
export type HistoryState = z.infer<typeof historyState>;
export type HistoryCause = z.infer<typeof historyCause>;
export type EntryStep = z.infer<typeof entryStep>;
export type VaultAction = z.infer<typeof vaultAction>;
export type UndoneAction = z.infer<typeof undoneAction>;
export type EntryThen = z.infer<typeof entryThen>;
export type RemovedGame = z.infer<typeof removedGame>;
