import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';

const success = true as const;

export const added = (user_game: LibraryEntry) => ({ success, message: 'Game added to your library.', user_game });

export const updated = (user_game: LibraryEntry) => ({ success, message: 'Game updated.', user_game });

export const removed = () => ({ success, message: 'Game removed from your library.' });

export const restored = (user_game: LibraryEntry) => ({ success, message: 'Game restored.', user_game });
