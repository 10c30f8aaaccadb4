import { createAction } from '@reduxjs/toolkit';

/** The pointer rests on a link to a game's page. In its own file so that the layout does not load this feature. */
export const gameApproached = createAction<string>('game/approached');
