export const keysTexts = {
  title: 'Keyboard',
  open: 'Keyboard shortcuts',
  groups: [
    {
      name: 'Everywhere',
      keys: [
        { keys: ['Ctrl K', '⌘ K'], does: 'Command palette: go to, find or do' },
        { keys: ['/'], does: 'Search all games' },
        { keys: ['G', 'H'], does: 'Home' },
        { keys: ['G', 'V'], does: 'Vault' },
        { keys: ['G', 'S'], does: 'Search' },
        { keys: ['G', 'T'], does: 'Tonight: what to play' },
        { keys: ['G', 'U'], does: 'Users' },
        { keys: ['G', 'P'], does: 'Profile' },
        { keys: ['?'], does: 'This overview' },
        { keys: ['Ctrl Z', '⌘ Z'], does: 'Undo the last change' },
      ],
    },
    {
      name: 'Anywhere in the vault',
      keys: [
        { keys: ['G'], does: 'To the games' },
        { keys: ['Esc'], does: 'Clear the selection' },
      ],
    },
    {
      name: 'From game to game',
      keys: [
        { keys: ['←', '→', '↑', '↓'], does: 'Next game' },
        { keys: ['Home', 'End'], does: 'First game, last game' },
        { keys: ['Page Up', 'Page Down'], does: 'Previous page, next page' },
      ],
    },
    {
      name: 'With the game that has focus',
      keys: [
        { keys: ['Enter'], does: 'Open' },
        { keys: ['E'], does: 'Edit' },
        { keys: ['L'], does: 'Add to a list' },
        { keys: ['S'], does: 'Status' },
        { keys: ['1', '…', '5'], does: 'Set status: Want to Play, Playing, Completed, Dropped, Collection' },
        { keys: ['R'], does: 'Rate, then 1 to 9, or 0 for 10' },
        { keys: ['H'], does: 'Log an hour' },
        { keys: ['Space'], does: 'Select; with Shift, select the range' },
      ],
    },
  ],
};

/** In `aria-keyshortcuts` syntax. */
export const gameShortcuts = 'E L S R H Space 1 2 3 4 5';
