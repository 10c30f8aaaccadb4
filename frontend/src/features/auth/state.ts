import type { StateModule } from '../../lib/feature-route.ts';
import { authSaga } from './saga.ts';
import { authSlice } from './slice.ts';

export const authState: StateModule = { slice: authSlice, saga: authSaga };
