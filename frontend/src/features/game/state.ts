import type { StateModule } from '../../lib/feature-route.ts';
import { gameSaga } from './saga.ts';
import { gameSlice } from './slice.ts';

export const gameState: StateModule = { slice: gameSlice, saga: gameSaga };
