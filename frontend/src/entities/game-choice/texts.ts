export const gameChoiceTexts = {
  search: 'Search for the game',
  likely: 'Possible matches',
  found: 'Search results',
  ask: 'Search',
  asking: 'Searching…',
  nothing: 'No game found by that name.',
  failed: 'The search failed. Please try again.',
} as const;
