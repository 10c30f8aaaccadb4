import { plural } from '../../lib/format.ts';

export const suggestionTexts = {
  list: 'Suggestions',
  count: (count: number) => (count === 0 ? 'No suggestions.' : `${plural(count, 'suggestion')}. Arrow keys choose.`),
  groups: { own: 'In your vault', stored: 'Games', recent: 'Recent searches' },
  clear: 'Clear recent searches',
};
