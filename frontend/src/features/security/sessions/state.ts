import type { StateModule } from '../../../lib/page-module.ts';
import { sessionsSaga } from './saga.ts';
import { sessionsSlice } from './slice.ts';

export const sessionsState: StateModule = { slice: sessionsSlice, saga: sessionsSaga };
