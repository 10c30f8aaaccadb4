import type { StateModule } from '../../lib/page-module.ts';
import { sessionSaga } from './saga.ts';
import { sessionSlice } from './slice.ts';

export const sessionState: StateModule = { slice: sessionSlice, saga: sessionSaga };
