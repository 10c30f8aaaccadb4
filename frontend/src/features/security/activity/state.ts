import type { StateModule } from '../../../lib/page-module.ts';
import { activitySaga } from './saga.ts';
import { activitySlice } from './slice.ts';

export const activityState: StateModule = { slice: activitySlice, saga: activitySaga };
