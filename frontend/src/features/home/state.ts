import type { StateModule } from '../../lib/feature-route.ts';
import { reviewsSaga } from './saga.ts';
import { reviewsSlice } from './slice.ts';

export const reviewsState: StateModule = { slice: reviewsSlice, saga: reviewsSaga };
