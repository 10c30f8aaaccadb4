import { z } from 'zod';
import { guid, text } from './fields.ts';
import { nameLimit } from './games.ts';

/** Maximum rows of one request. */
export const maxCandidateRows = 500;

const year = z.number().int().min(1950).max(2100).nullable();

/** What an import's row says about its game. */
export const candidateRow = z.object({
  title: text(nameLimit).nullable().meta({ description: 'As it is written, with a year in brackets if there is one.' }),
  year,
  id: text(80).nullable().meta({ description: 'A guid, or the number of a store: `steam-620`, `gog-1207658957`.' }),
});

/** A game that a row may mean. */
export const candidate = z.object({
  guid,
  year: year.meta({ description: 'Of its release; of a name with a year in brackets, that year.' }),
  platforms: z.array(z.number().int()).meta({ description: 'Ids of platforms.' }),
  prominence: z.number().meta({
    description:
      'From 1 to 5 for well-known games. Below 1 for a game that only a provider has, 0 for one that only lists of old software know: its name alone does not tell it from a newer game.',
  }),
  is_alias: z.boolean().meta({ description: 'The title is another name of the game.' }),
  is_whole: z.boolean().meta({ description: 'False where only one of the two names has a subtitle.' }),
});

export const rowCandidates = z.object({
  by_id: guid.nullable().meta({ description: 'The game that the id names.' }),
  named: z.array(candidate).meta({ description: 'Games of that name, best first.' }),
  near: z.array(candidate).meta({
    description: 'Where there are none: names that differ by an article, an edition, a subtitle or a numeral.',
  }),
  asked: z.boolean().meta({ description: 'False: the provider is still to be asked about this row.' }),
});

export type CandidateRow = z.infer<typeof candidateRow>;
export type GameCandidate = z.infer<typeof candidate>;
export type RowCandidates = z.infer<typeof rowCandidates>;
