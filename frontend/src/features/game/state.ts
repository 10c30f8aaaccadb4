import type { StateModule } from '../../lib/page-module.ts';
import { gameSaga } from './saga.ts';
import { gameSlice } from './slice.ts';

export const gameState: StateModule = { slice: gameSlice, saga: gameSaga };
