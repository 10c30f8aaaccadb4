import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { platformNameOf, slugOf } from '../../../entities/entry/entry-keys.ts';
import { releaseYear } from '../../../entities/game/game-facts.ts';
import { statusOptions } from '../../../entities/status/statuses.ts';
import { filterTexts as texts } from './texts.ts';

/** Filter kinds in display order; the names are also used in the address. */
export const kinds = ['status', 'platform', 'tag', 'rating', 'year', 'hours', 'shared'] as const;
export type Kind = (typeof kinds)[number];

export interface Value {
  /** As in the address. */
  readonly id: string;
  readonly label: string;
}

interface KindRule {
  readonly valuesOf: (entry: LibraryEntry) => readonly Value[];
  /** Ids in display order; undefined for most frequent first. */
  readonly order?: readonly string[];
  /** Sorts by number, highest first; undated last. */
  readonly descending?: true;
}

const none = 'none';

type Labels = Readonly<Record<string, string>>;

/** Returns the rule of a kind with fixed values. */
const among = (labels: Labels, idOf: (entry: LibraryEntry) => string): KindRule => ({
  valuesOf: (entry) => {
    const id = idOf(entry);
    return [{ id, label: labels[id] ?? id }];
  },
  order: Object.keys(labels),
});

function ratingRange({ rating }: LibraryEntry): keyof typeof texts.ratings {
  if (rating === null) return none;
  if (rating >= 9) return '9-10';
  if (rating >= 7) return '7-8';
  return rating >= 5 ? '5-6' : '1-4';
}

function hoursRange({ hours_played: hours }: LibraryEntry): keyof typeof texts.hours {
  if (hours === null || hours === 0) return none;
  if (hours < 5) return 'under-5';
  if (hours < 20) return '5-20';
  if (hours < 50) return '20-50';
  return hours < 100 ? '50-100' : 'over-100';
}

/** Returns the year and its decade. */
function yearValues({ game }: LibraryEntry): readonly Value[] {
  const year = releaseYear(game);
  if (!/^\d{4}$/.test(year)) return [{ id: none, label: texts.noYear }];
  const decade = `${year.slice(0, 3)}0s`;
  return [
    { id: decade, label: decade },
    { id: year, label: year },
  ];
}

function platformValue(entry: LibraryEntry): readonly Value[] {
  const name = platformNameOf(entry);
  return [name === null ? { id: none, label: texts.noPlatform } : { id: slugOf(name), label: name }];
}

const statusLabels = Object.fromEntries(statusOptions.map(({ value, label }) => [value, label]));

export const rules: Readonly<Record<Kind, KindRule>> = {
  status: among(statusLabels, ({ status }) => status),
  platform: { valuesOf: platformValue },
  tag: { valuesOf: ({ tags = [] }) => tags.map((tag) => ({ id: tag.toLowerCase(), label: tag })) },
  rating: among(texts.ratings, ratingRange),
  year: { valuesOf: yearValues, descending: true },
  hours: among(texts.hours, hoursRange),
  shared: among(texts.shared, ({ is_shared }) => (is_shared ? 'yes' : 'no')),
};

/** Returns whether an id of kind `year` is a decade. */
export const isDecade = (id: string): boolean => id.endsWith('0s');
