import { formatCount, plural } from '../../../lib/format.ts';

export const filterTexts = {
  bar: 'Filters',
  open: 'Filters',
  inUse: 'in use',
  clearAll: 'Clear all',
  title: 'Filter your vault',
  /** Read after a count by screen readers. */
  games: (count: number) => (count === 1 ? 'game' : 'games'),
  hidden: 'Not',
  /** Label of the mode toggle. */
  mode: 'Choosing',
  modes: { only: 'Show only', not: 'Hide' },
  hint: 'Games must match one choice in each group.',
  show: (count: number) => `Show ${plural(count, 'game')}`,
  more: (count: number) => `Show all ${formatCount(count)}`,
  fewer: 'Show fewer',
  clearOne: (what: string, count: number) => `Clear ${what} (${plural(count, 'game')})`,
  search: (query: string) => `search "${query}"`,
  console: (name: string) => `console ${name}`,
  kinds: {
    status: 'Status',
    platform: 'Platform',
    tag: 'Tags',
    rating: 'Rating',
    year: 'Released',
    hours: 'Hours played',
    shared: 'Sharing',
  },
  ratings: { '9-10': '9 to 10', '7-8': '7 to 8', '5-6': '5 to 6', '1-4': '1 to 4', none: 'Unrated' },
  hours: {
    none: 'No hours',
    'under-5': 'Under 5 h',
    '5-20': '5 to 20 h',
    '20-50': '20 to 50 h',
    '50-100': '50 to 100 h',
    'over-100': 'Over 100 h',
  },
  shared: { yes: 'Shared', no: 'Not shared' },
  noPlatform: 'No platform',
  noYear: 'No date',
};
