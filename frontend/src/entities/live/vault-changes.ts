import { createAction } from '@reduxjs/toolkit';
import type { Hint } from './slice.ts';

/** The vault has changed on the server: of one entry it is said which, else what has changed since is to be asked for. */
export const libraryChanged = createAction<Hint['data'] | undefined>('library/libraryChanged');
