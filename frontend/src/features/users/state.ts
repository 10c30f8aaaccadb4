import type { StateModule } from '../../lib/page-module.ts';
import { usersSaga } from './saga.ts';
import { usersSlice } from './slice.ts';

export const usersState: StateModule = { slice: usersSlice, saga: usersSaga };
