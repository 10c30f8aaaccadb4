import type { StateModule } from '../../lib/feature-route.ts';
import { profileSaga } from './saga.ts';
import { profileSlice } from './slice.ts';

export const profileState: StateModule = { slice: profileSlice, saga: profileSaga };
