import { z } from 'zod';
import { failure } from './answer.ts';
import { change, id, ownName, text } from './fields.ts';
import { coversOfList, listRules } from './list-rules.ts';
import { coveredEntry } from './playthroughs.ts';

/** Free text; only spaces count as none. */
const words = (max: number) => text(max).trim().nullable();

const name = ownName('list');
const description = words(listRules.description);
const note = words(listRules.note).meta({
  description: "The user's note on the game in this list, or null.",
});

/** Increases with every change of the list: its texts, its games, their order and notes. */
export const listVersion = z.number().int().positive().max(2_147_483_647);

const ifVersion = listVersion.optional().meta({
  description: 'List version of the note to change: 409 if the note changed since.',
});

/** A user's ordered list of games in the vault. */
export const gameList = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  version: listVersion,
  game_count: z.number().int().min(0),
  covers: z.array(coveredEntry).max(coversOfList).meta({ description: 'Covers of the first games.' }),
  has_entry: z.boolean().optional().meta({ description: 'Where an entry was asked about: whether it is in the list.' }),
});

export const listedGame = coveredEntry.extend({ note: z.string().nullable() });

export const newGameList = z.object({ name, description: description.default(null) });

export const gameListChange = change({ name, description }, { if_version: ifVersion });

export const addedGames = z.object({
  entry_ids: z
    .array(id)
    .min(1)
    .max(listRules.addedAtOnce, `At most ${listRules.addedAtOnce} games at once`)
    .meta({ description: 'They come last, in this order; those that are in the list already stay where they are.' }),
});

export const noteChange = z.object({ note, if_version: ifVersion });

/** A position relative to a neighbor, not a number, so that two concurrent moves in a list both succeed. */
export const placeInList = z
  .object({ before: id, after: id })
  .partial()
  .refine(({ before, after }) => (before === undefined) !== (after === undefined), 'Name one neighbor: before or after')
  .meta({ oneOf: ['before', 'after'].map((field) => ({ required: [field] })) });

/** The response (409) to texts for an outdated version, with the current `list`. */
export const listChanged = failure.extend({ code: z.literal('library.list_changed'), list: gameList });

/** The response (409) to a note for an outdated version, with the current `game`. */
export const noteChanged = failure.extend({ code: z.literal('library.note_changed'), game: listedGame });

/** The response (409) to a move next to a game that has left the list: the list with all its games in order. */
export const neighbourGone = failure.extend({
  code: z.literal('library.neighbour_gone'),
  list: gameList,
  entry_ids: z.array(id),
});

export type GameList = z.infer<typeof gameList>;
export type ListedGame = z.infer<typeof listedGame>;
export type PlaceInList = z.infer<typeof placeInList>;
