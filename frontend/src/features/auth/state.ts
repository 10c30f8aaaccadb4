import type { StateModule } from '../../lib/page-module.ts';
import { authSaga } from './saga.ts';
import { authSlice } from './slice.ts';

export const authState: StateModule = { slice: authSlice, saga: authSaga };
