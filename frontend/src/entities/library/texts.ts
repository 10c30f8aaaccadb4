const pending = (count: number) =>
  count === 1 ? '1 change is pending. It is' : `${count} changes are pending. They are`;

export const libraryTexts = {
  loadFailed: 'Failed to load your library',
  addFailed: 'Failed to add game to collection',
  updateFailed: 'Failed to update game',
  removeFailed: 'Failed to remove game from library',
  restoreFailed: 'Failed to restore the game to your library',
  sessionNotRemoved: 'The session was not removed. Please try again.',
  playthroughNotRemoved: 'The playthrough was not removed. Please try again.',
  removed: (name: string) => `Removed ${name} from your vault.`,
  removedElsewhere: (name: string) =>
    `${name} was removed from your vault in another tab or on another device, so your changes were not saved.`,
  notAdded: (name: string, reason: string) => `Couldn’t add ${name} to your vault. ${reason}`.trim(),
  putBack: 'Put it back',
  waiting: (count: number) =>
    `${pending(count)} saved on this device and will be sent when Nightshelf is reachable again.`,
  waitingHere: (count: number) =>
    `${pending(count)} only in this page. Leave it open until Nightshelf is reachable again.`,
  unkept:
    'This browser cannot keep your changes: its storage is full or turned off. Leave this page open until they are sent.',
  takenOver:
    'A newer Nightshelf is open in another tab, so this page cannot keep your changes. Leave this page open until they are sent, then reload it.',
  undo: 'Undo',
  retry: 'Try again',
};
