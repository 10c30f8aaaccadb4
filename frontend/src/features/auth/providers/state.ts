import type { StateModule } from '../../../lib/page-module.ts';
import { providersSaga } from './saga.ts';
import { providersSlice } from './slice.ts';

export const providersState: StateModule = { slice: providersSlice, saga: providersSaga };
