import type { StateModule } from '../../lib/page-module.ts';
import { profileSaga } from './saga.ts';
import { profileSlice } from './slice.ts';

export const profileState: StateModule = { slice: profileSlice, saga: profileSaga };
