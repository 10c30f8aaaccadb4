export const entryTexts = {
  rating: 'Rating',
  hours: 'Hours',
  hoursUnit: 'h',
  shared: 'Shared',
  tags: 'Tags',
  none: '–',
  columns: {
    game: 'Game',
    status: 'Status',
    platform: 'Platform',
    added: 'Added',
    actions: 'Actions',
  },
};
