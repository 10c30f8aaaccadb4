import { additionsState } from '../../entities/additions/state.ts';
import { libraryState } from '../../entities/library/state.ts';
import type { FeatureRoute } from '../../lib/feature-route.ts';
import { SearchPage } from './search-page.tsx';
import { searchState } from './state.ts';

export const route: FeatureRoute = { Page: SearchPage, state: [libraryState, additionsState, searchState] };
