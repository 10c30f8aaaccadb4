import { createAction } from '@reduxjs/toolkit';
import type { Hint } from './slice.ts';

/** The vault has changed on the server: the payload names the entry; without one, request all changes. */
export const libraryChanged = createAction<Hint['data'] | undefined>('library/libraryChanged');
