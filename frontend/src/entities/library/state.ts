import type { StateModule } from '../../lib/page-module.ts';
import { librarySaga } from './saga.ts';
import { librarySlice } from './slice.ts';

export const libraryState: StateModule = { slice: librarySlice, saga: librarySaga };
