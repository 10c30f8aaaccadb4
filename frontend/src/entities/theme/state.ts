import type { StateModule } from '../../lib/feature-route.ts';
import { themeSaga } from './saga.ts';
import { themeSlice } from './slice.ts';

export const themeState: StateModule = { slice: themeSlice, saga: themeSaga };
