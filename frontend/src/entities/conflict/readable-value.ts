import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { platformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import { formatCount } from '../../lib/format.ts';
import type { EntryChanges } from '../library/api.ts';
import { statusLooks } from '../status/statuses.ts';
import { conflictTexts as texts } from './texts.ts';

export type EntryField = keyof EntryChanges;

type Words = {
  readonly [Field in EntryField]-?: (value: NonNullable<EntryChanges[Field]>, of: LibraryEntry) => string;
};

const words: Words = {
  status: (status) => statusLooks[status].label,
  rating: texts.rating,
  hours_played: (hours) => texts.hours(formatCount(hours)),
  platform_id: (id, { game, platform }) =>
    game.platforms.find((one) => one.id === id)?.name ??
    (platform?.id === id ? platform.name : (platformName(id) ?? String(id))),
  tags: (tags) => tags.join(', ') || texts.none,
  is_shared: (shared) => (shared ? texts.shared : texts.notShared),
};

export const fieldOrder = Object.keys(words) as readonly EntryField[];

/** Returns the value of a field as the rest of the UI shows it. */
export function readableValue<Field extends EntryField>(entry: LibraryEntry, field: Field, value: EntryChanges[Field]) {
  return value === null || value === undefined ? texts.none : words[field](value as never, entry);
}
