const textsOf = (part: string) => ({
  title: `A ${part} was not saved`,
  label: (name: string) => `The ${part} of ${name}`,
  why: {
    conflict: 'It was changed in another tab or on another device.',
    gone: `The game, or the ${part}, is no longer there: it was removed in another tab or on another device.`,
    refused: 'Couldn’t reach Nightshelf.',
  },
  explanation: (reason: string) =>
    `${/[.!?]$/.test(reason) ? reason : `${reason}.`} Your version is below: save it again, or discard it.`,
  saved: (words: string) => `Saved elsewhere: ${words}`,
  save: 'Save it again',
  discard: 'Discard',
  discarded: (name: string) => `The ${part} of ${name} was discarded.`,
});

export const conflictTexts = {
  title: 'Changed elsewhere',
  explanation:
    'While you were editing, this game was changed in another tab or on another device. Choose what to keep; everything else you changed is saved.',
  refusedTitle: 'Not saved',
  refused: (reason: string) => `${reason} Choose what to keep.`.trim(),
  yours: 'Yours',
  elsewhere: 'Saved elsewhere',
  fields: {
    status: 'Status',
    rating: 'Rating',
    hours_played: 'Hours',
    platform_id: 'Platform',
    tags: 'Tags',
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
  session: textsOf('session'),
  sessionPlaythrough: 'Previously chosen playthrough',
  playthrough: textsOf('playthrough'),
};
