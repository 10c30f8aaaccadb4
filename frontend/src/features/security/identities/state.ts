import type { StateModule } from '../../../lib/page-module.ts';
import { identitiesSaga } from './saga.ts';
import { identitiesSlice } from './slice.ts';

export const identitiesState: StateModule = { slice: identitiesSlice, saga: identitiesSaga };
