import type { StateModule } from '../../lib/page-module.ts';
import { choiceSaga } from './saga.ts';
import { choiceSlice } from './slice.ts';

export const choiceState: StateModule = { slice: choiceSlice, saga: choiceSaga };
