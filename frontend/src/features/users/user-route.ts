import type { FeatureRoute } from '../../lib/feature-route.ts';
import { usersState } from './state.ts';
import { UserPage } from './user-page.tsx';

export const route: FeatureRoute = { Page: UserPage, state: [usersState] };
