import type { StateModule } from '../../lib/feature-route.ts';
import { alertsSaga } from './saga.ts';
import { alertsSlice } from './slice.ts';

export const alertsState: StateModule = { slice: alertsSlice, saga: alertsSaga };
