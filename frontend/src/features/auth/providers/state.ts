import type { StateModule } from '../../../lib/feature-route.ts';
import { providersSaga } from './saga.ts';
import { providersSlice } from './slice.ts';

export const providersState: StateModule = { slice: providersSlice, saga: providersSaga };
