import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { platformNameOf, slugOf } from '../../../entities/entry/entry-keys.ts';
import { releaseYear } from '../../../entities/game/game-facts.ts';
import { statusLooks } from '../../../entities/status/statuses.ts';
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
  /** Returns the text that determines the entry's values; equal texts have equal values. */
  readonly textOf: (entry: LibraryEntry) => string | readonly string[];
  readonly values: (text: string) => readonly Value[];
  /** Ids in display order; undefined for most frequent first. */
  readonly order?: readonly string[];
  /** Sorts by number, highest first; undated last. */
  readonly descending?: true;
}

const none = 'none';
const withoutPlatform = '';

const labelled = (labels: Readonly<Record<string, string>>) => (id: string) => [{ id, label: labels[id] ?? id }];

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
function yearValues(year: string): readonly Value[] {
  if (!/^\d{4}$/.test(year)) return [{ id: none, label: texts.noYear }];
  const decade = `${year.slice(0, 3)}0s`;
  return [
    { id: decade, label: decade },
    { id: year, label: year },
  ];
}

export const rules: Readonly<Record<Kind, KindRule>> = {
  status: {
    textOf: ({ status }) => status,
    values: (id) => [{ id, label: (statusLooks as Readonly<Record<string, { label: string }>>)[id]?.label ?? id }],
    order: Object.keys(statusLooks),
  },
  platform: {
    textOf: (entry) => platformNameOf(entry) ?? withoutPlatform,
    values: (name) => [
      name === withoutPlatform ? { id: none, label: texts.noPlatform } : { id: slugOf(name), label: name },
    ],
  },
  tag: { textOf: ({ tags = [] }) => tags, values: (tag) => [{ id: tag.toLowerCase(), label: tag }] },
  rating: { textOf: ratingRange, values: labelled(texts.ratings), order: Object.keys(texts.ratings) },
  year: { textOf: ({ game }) => releaseYear(game), values: yearValues, descending: true },
  hours: { textOf: hoursRange, values: labelled(texts.hours), order: Object.keys(texts.hours) },
  shared: {
    textOf: ({ is_shared }) => (is_shared ? 'yes' : 'no'),
    values: labelled(texts.shared),
    order: ['yes', 'no'],
  },
};

/** Returns whether an id of kind `year` is a decade. */
export const isDecade = (id: string): boolean => id.endsWith('0s');
