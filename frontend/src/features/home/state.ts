import type { StateModule } from '../../lib/page-module.ts';
import { reviewsSaga } from './saga.ts';
import { reviewsSlice } from './slice.ts';

export const reviewsState: StateModule = { slice: reviewsSlice, saga: reviewsSaga };
