import type { StateModule } from '../../lib/page-module.ts';
import { additionsSaga } from './saga.ts';
import { additionsSlice } from './slice.ts';

export const additionsState: StateModule = { slice: additionsSlice, saga: additionsSaga };
