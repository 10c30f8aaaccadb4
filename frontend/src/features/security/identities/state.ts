import type { StateModule } from '../../../lib/feature-route.ts';
import { identitiesSaga } from './saga.ts';
import { identitiesSlice } from './slice.ts';

export const identitiesState: StateModule = { slice: identitiesSlice, saga: identitiesSaga };
