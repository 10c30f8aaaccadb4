import type { StateModule } from '../../../lib/page-module.ts';
import { passwordSaga } from './saga.ts';
import { passwordSlice } from './slice.ts';

export const passwordState: StateModule = { slice: passwordSlice, saga: passwordSaga };
