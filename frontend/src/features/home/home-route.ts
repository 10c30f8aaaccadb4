import { libraryState } from '../../entities/library/state.ts';
import type { FeatureRoute } from '../../lib/feature-route.ts';
import { HomePage } from './home-page.tsx';
import { reviewsState } from './state.ts';

export const route: FeatureRoute = { Page: HomePage, state: [libraryState, reviewsState] };
