export const libraryTexts = {
  loadFailed: 'Failed to load your library',
  addFailed: 'Failed to add game to collection',
  updateFailed: 'Failed to update game',
  removeFailed: 'Failed to remove game from library',
  restoreFailed: 'Failed to put the game back into your library',
  sessionNotRemoved: 'The session was not removed. Please try again.',
  playthroughNotRemoved: 'The playthrough was not removed. Please try again.',
  removed: (name: string) => `Removed ${name} from your vault.`,
  removedElsewhere: (name: string) =>
    `${name} was removed from your vault in another tab or on another device, so your changes were not saved.`,
  notAdded: (name: string, reason: string) => `${name} could not be added to your vault. ${reason}`.trim(),
  putBack: 'Put it back',
  waiting: (count: number) =>
    count === 1
      ? '1 change waits. It is saved on this device and is sent when Nightshelf is reached.'
      : `${count} changes wait. They are saved on this device and are sent when Nightshelf is reached.`,
  waitingHere: (count: number) =>
    `${count === 1 ? '1 change waits' : `${count} changes wait`}. ${count === 1 ? 'It is' : 'They are'} in this page alone: leave this page open until Nightshelf is reached.`,
  unkept:
    'This browser cannot keep your changes: its storage is full, or it keeps nothing. Leave this page open until they are sent.',
  takenOver:
    'A newer Nightshelf is open in another tab, so this page cannot keep your changes. Leave this page open until they are sent, then reload it.',
  undo: 'Undo',
  retry: 'Try again',
};
