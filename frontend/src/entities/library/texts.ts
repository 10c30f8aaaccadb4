export const libraryTexts = {
  loadFailed: 'Failed to load your library',
  addFailed: 'Failed to add game to collection',
  updateFailed: 'Failed to update game',
  removeFailed: 'Failed to remove game from library',
  restoreFailed: 'Failed to put the game back into your library',
  removed: (name: string) => `Removed ${name} from your vault.`,
  undo: 'Undo',
  retry: 'Try again',
};
