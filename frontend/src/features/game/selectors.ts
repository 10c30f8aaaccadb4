import type { GameState } from './slice.ts';

interface WithGame {
  readonly game: GameState;
}

/** What is known of one game; undefined while it is loading, or when it could not be loaded. */
export const selectDetails = (state: WithGame, guid: string) => state.game.details[guid];

export const selectFault = (state: WithGame, guid: string) => state.game.faults[guid];
