import type { StateModule } from '../../lib/page-module.ts';
import { alertsSaga } from './saga.ts';
import { alertsSlice } from './slice.ts';

export const alertsState: StateModule = { slice: alertsSlice, saga: alertsSaga };
