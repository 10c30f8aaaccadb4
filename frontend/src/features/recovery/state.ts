import type { StateModule } from '../../lib/page-module.ts';
import { recoverySaga } from './saga.ts';
import { recoverySlice } from './slice.ts';

export const recoveryState: StateModule = { slice: recoverySlice, saga: recoverySaga };
