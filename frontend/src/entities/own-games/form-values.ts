import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { OwnGame } from '@nightshelf/contracts/own-games.ts';
import { numberIn, type TypedFields, typedFields } from '../../lib/use-typed-form.ts';
import { ownGameTexts as texts } from './texts.ts';

/** The form's fields as its controls hold them. */
export interface OwnGameValues {
  readonly name: string;
  readonly year: string;
  readonly platformIds: readonly number[];
}

/** The same limits as `ownGame` of the contracts, whose schemas would double the size of the page's script. */
const years = { first: 1950, last: 2100 } as const;
const mostPlatforms = 20;

export const valuesOfGame = ({ name, partial_release_date, platforms }: GameSummary): OwnGameValues => ({
  name,
  year: partial_release_date?.slice(0, 4) ?? '',
  platformIds: platforms.flatMap(({ id }) => id ?? []),
});

/** @returns the game to send, or the errors by field */
export function readOwnGame({ name, year, platformIds }: OwnGameValues): TypedFields<OwnGame> {
  const typedYear = numberIn(year);
  const isYear =
    typedYear === null || (Number.isInteger(typedYear) && typedYear >= years.first && typedYear <= years.last);
  return typedFields(
    { name: name.trim(), year: typedYear, platform_ids: [...platformIds] },
    {
      name: name.trim() === '' ? texts.noName : undefined,
      year: isYear ? undefined : texts.badYear,
      platform_ids: platformIds.length > mostPlatforms ? texts.tooManyPlatforms : undefined,
    },
  );
}
