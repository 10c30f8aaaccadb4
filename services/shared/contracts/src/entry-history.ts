import { z } from 'zod';
import { guid, id, instant } from './fields.ts';
import { gameSummary } from './games.ts';
import { entryVersion, hoursPlayed, libraryEntry, platformId, rating, status } from './library-entry.ts';

/** How long what has changed in a vault is remembered. */
export const historyKeeping = z.enum(['forever', 'year', 'nothing']);

/** Numbers the changes of all vaults in their order. */
export const historyStep = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/**
 * What made a change: the person, with what they do it with; an import, or that it was undone; a session that was logged, changed
 * or removed; an undo of a removal; going back in the history.
 */
export const historyCauses = ['person', 'token', 'import', 'import_undone', 'session', 'undo', 'history'] as const;

const historyCause = z.object({
  kind: z.enum(historyCauses),
  id: id.optional().meta({ description: 'Of the import, or of the API token.' }),
});

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();

/** The fields of an entry that a history has. */
export const historyFields = ['status', 'rating', 'hours_played', 'platform_id', 'is_shared', 'tags'] as const;

/** One change of one entry. */
export const entryStep = z.object({
  step: historyStep,
  at: instant,
  entry_id: id,
  guid,
  kind: z.enum(['added', 'changed', 'removed']),
  by: historyCause.nullable().meta({ description: 'Null where it was not noted.' }),
  changes: z
    .array(z.object({ field: z.enum(historyFields), from: value, to: value }))
    .meta({ description: 'What was added says its fields from null, what was removed to null.' }),
});

/** How long a history is kept, and how far it goes back. */
export const historyState = z.object({
  keep: historyKeeping,
  began_at: instant.meta({ description: 'Nothing is known of changes before that.' }),
});

/** Where a page of the history of a whole vault ended. */
export const historyCursor = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d{1,16}$/, 'Not the end of a page')
  .meta({ description: 'Names the end of a page, to be sent as before; nothing else is to be read from it.' });

/** A game of the vault as it was. */
export const entryThen = z.object({
  entry_id: id,
  game: gameSummary.pick({ guid: true, name: true, image_url: true, original_release_date: true }),
  status,
  rating,
  hours_played: hoursPlayed,
  platform_id: platformId,
  platform: libraryEntry.shape.platform,
  is_shared: z.boolean(),
  tags: z.array(z.string()),
  date_added: instant,
});

export const stepCondition = z.object({ if_version: entryVersion.optional() });

export type HistoryKeeping = z.infer<typeof historyKeeping>;
export type HistoryState = z.infer<typeof historyState>;
export type HistoryCause = z.infer<typeof historyCause>;
export type EntryStep = z.infer<typeof entryStep>;
export type EntryThen = z.infer<typeof entryThen>;
