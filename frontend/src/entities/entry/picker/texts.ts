import { plural } from '../../../lib/format.ts';

export const pickerTexts = {
  search: 'Search your vault',
  noMatch: 'No game of your vault has that in its name.',
  more: (count: number) => `and ${plural(count, 'game')} more: search for them`,
};
