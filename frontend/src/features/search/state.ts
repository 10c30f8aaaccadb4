import type { StateModule } from '../../lib/page-module.ts';
import { searchSaga } from './saga.ts';
import { searchSlice } from './slice.ts';

export const searchState: StateModule = { slice: searchSlice, saga: searchSaga };
