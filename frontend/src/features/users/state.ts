import type { StateModule } from '../../lib/feature-route.ts';
import { usersSaga } from './saga.ts';
import { usersSlice } from './slice.ts';

export const usersState: StateModule = { slice: usersSlice, saga: usersSaga };
