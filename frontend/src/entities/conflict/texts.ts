const explanation = (reason: string) =>
  `${/[.!?]$/.test(reason) ? reason : `${reason}.`} Your version is below: save it again, or discard it.`;
const conflict = 'It was changed in another tab or on another device.';
const refused = 'Nightshelf could not be reached.';
const saved = (words: string) => `Saved elsewhere: ${words}`;

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
  session: {
    title: 'A session was not saved',
    label: (name: string) => `The session of ${name}`,
    why: {
      conflict,
      gone: 'The game, or the session, is no longer there: it was removed in another tab or on another device.',
      refused,
    },
    explanation,
    saved,
    save: 'Save it again',
    playthrough: 'The one chosen before',
    discard: 'Discard',
    discarded: (name: string) => `The session of ${name} was discarded.`,
  },
  playthrough: {
    title: 'A playthrough was not saved',
    label: (name: string) => `The playthrough of ${name}`,
    why: {
      conflict,
      gone: 'The game, or the playthrough, is no longer there: it was removed in another tab or on another device.',
      refused,
    },
    explanation,
    saved,
    save: 'Save it again',
    discard: 'Discard',
    discarded: (name: string) => `The playthrough of ${name} was discarded.`,
  },
};
