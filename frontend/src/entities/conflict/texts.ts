export const conflictTexts = {
  title: 'Changed elsewhere',
  explanation:
    'While you were editing, this game was changed in another tab or on another device. Choose what to keep; everything else you changed is saved.',
  yours: 'Yours',
  elsewhere: 'Saved elsewhere',
  fields: {
    status: 'Status',
    rating: 'Rating',
    hours_played: 'Hours',
    platform_id: 'Platform',
    is_shared: 'Sharing',
  },
  none: 'None',
  rating: (rating: number) => `${rating} of 10`,
  hours: (hours: string) => `${hours} h`,
  shared: 'Shared',
  notShared: 'Not shared',
  save: 'Save',
  cancel: 'Cancel',
  keptSaved: (name: string) => `Kept what was saved elsewhere for ${name}.`,
  undo: 'Undo',
};
