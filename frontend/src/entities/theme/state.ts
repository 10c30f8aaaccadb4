import type { StateModule } from '../../lib/page-module.ts';
import { themeSaga } from './saga.ts';
import { themeSlice } from './slice.ts';

export const themeState: StateModule = { slice: themeSlice, saga: themeSaga };
