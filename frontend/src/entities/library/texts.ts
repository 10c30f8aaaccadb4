export const libraryTexts = {
  loadFailed: 'Failed to load your library',
  addFailed: 'Failed to add game to collection',
  updateFailed: 'Failed to update game',
  removeFailed: 'Failed to remove game from library',
  restoreFailed: 'Failed to put the game back into your library',
  removed: (name: string) => `Removed ${name} from your vault.`,
  removedElsewhere: (name: string) =>
    `${name} was removed from your vault in another tab or on another device, so your changes were not saved.`,
  putBack: 'Put it back',
  undo: 'Undo',
  retry: 'Try again',
};
