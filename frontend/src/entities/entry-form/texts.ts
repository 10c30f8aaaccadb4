export const entryFormTexts = {
  status: 'Status',
  rating: 'Rating (1-10)',
  hours: 'Hours',
  platform: 'Platform',
  noPlatform: 'None',
  thisGame: 'Platforms of this game',
  allPlatforms: 'All platforms',
  notListed: 'Not Listed',
  more: 'Other platforms',
  moreShort: 'Other…',
  moreHours: (hours: number) => `${hours === 0.5 ? '½' : hours} h more`,
  cancel: 'Cancel',
};
