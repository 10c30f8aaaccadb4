import type { StateModule } from '../../lib/feature-route.ts';
import { choiceSaga } from './saga.ts';
import { choiceSlice } from './slice.ts';

export const choiceState: StateModule = { slice: choiceSlice, saga: choiceSaga };
