import { hoursRule, ratingRule } from '@nightshelf/contracts/entry-rules.ts';
import type { GamePlatform } from '@nightshelf/contracts/games.ts';
import type { EntryFields, PlatformId, Status } from '@nightshelf/contracts/library-entry.ts';
import { notListed } from '@nightshelf/contracts/platforms/platform-names.ts';
import { numberIn, type TypedFields, typedFields } from '../../lib/use-typed-form.ts';

/** The form's fields as its controls hold them; empty text means null. */
export interface EntryFormValues {
  readonly status: Status;
  readonly rating: string;
  readonly hours_played: string;
  readonly platform_id: string;
}

export const blankEntry: EntryFields = { status: 'want_to_play', rating: null, hours_played: null, platform_id: null };

/** Returns the initial values of the Add form; the only platform of a game is preselected. */
export function newEntry(platforms: readonly GamePlatform[]): EntryFields {
  const [sole, ...others] = platforms;
  return { ...blankEntry, platform_id: others.length === 0 ? (sole?.id ?? null) : null };
}

export const valuesOf = ({ status, rating, hours_played, platform_id }: EntryFields): EntryFormValues => ({
  status,
  rating: String(rating ?? ''),
  hours_played: String(hours_played ?? ''),
  platform_id: String(platform_id ?? ''),
});

function ratingError(rating: number | null): string | undefined {
  const { min, max, message } = ratingRule;
  return rating === null || (Number.isInteger(rating) && rating >= min && rating <= max) ? undefined : message;
}

export function hoursError(hours: number | null): string | undefined {
  const { min, max, step } = hoursRule;
  if (hours === null) return undefined;
  if (!(hours >= min.value)) return min.message;
  if (hours > max.value) return max.message;
  return Number.isInteger(hours / step.value) ? undefined : step.message;
}

/** Returns the platform of an option's value. */
export const platformIn = (value: string): PlatformId => (value === notListed ? notListed : Number(value) || null);

/** @returns the fields to send (empty rating, hours or platform as null), or the errors */
export function readEntryForm(values: EntryFormValues): TypedFields<EntryFields> {
  const rating = numberIn(values.rating);
  const hours_played = numberIn(values.hours_played);
  return typedFields(
    { status: values.status, rating, hours_played, platform_id: platformIn(values.platform_id) },
    { rating: ratingError(rating), hours_played: hoursError(hours_played) },
  );
}
