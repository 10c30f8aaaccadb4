import { z } from 'zod';
import { guid, text } from './fields.ts';
import { nameLimit } from './games.ts';

/** Maximum rows of one request. */
export const maxCandidateRows = 500;

const year = z.number().int().min(1950).max(2100).nullable();

/** An import row's data about its game. */
export const candidateRow = z.object({
  title: text(nameLimit).nullable().meta({ description: 'Title as written, optionally with a year in parentheses.' }),
  year,
  id: text(80).nullable().meta({ description: 'A guid or a store id, for example `steam-620` or `gog-1207658957`.' }),
});

/** A game that a row may mean. */
export const candidate = z.object({
  guid,
  year: year.meta({ description: 'Release year, or the year in the title.' }),
  platforms: z.array(z.number().int()).meta({ description: 'Ids of platforms.' }),
  prominence: z.number().meta({
    description:
      '1 to 5 for well-known games, below 1 for games known only to a provider, 0 for games from lists of old software.',
  }),
  is_alias: z.boolean().meta({ description: 'The title is an alias of the game.' }),
  is_whole: z.boolean().meta({ description: 'False where only one of the two names has a subtitle.' }),
});

export const rowCandidates = z.object({
  by_id: guid.nullable().meta({ description: 'The game with the given id.' }),
  named: z.array(candidate).meta({ description: 'Games with that name, best match first.' }),
  near: z.array(candidate).meta({
    description: 'Where there are none: names that differ by an article, an edition, a subtitle or a numeral.',
  }),
  asked: z.boolean().meta({ description: 'False while the provider has not been requested for this row.' }),
});

export type CandidateRow = z.infer<typeof candidateRow>;
export type GameCandidate = z.infer<typeof candidate>;
export type RowCandidates = z.infer<typeof rowCandidates>;
