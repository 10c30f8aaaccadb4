import { plural } from '../../../lib/format.ts';

export const pickerTexts = {
  search: 'Search your vault',
  noMatch: 'No games in your vault match.',
  more: (count: number) => `and ${plural(count, 'game')} more: search for them`,
};
