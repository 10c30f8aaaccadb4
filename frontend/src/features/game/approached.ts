import { createAction } from '@reduxjs/toolkit';

/** A visit to a game's page is likely: the pointer rests on a link to it. Apart, so that the layout can say so. */
export const gameApproached = createAction<string>('game/approached');
