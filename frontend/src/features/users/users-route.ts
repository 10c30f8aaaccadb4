import type { FeatureRoute } from '../../lib/feature-route.ts';
import { usersState } from './state.ts';
import { UsersPage } from './users-page.tsx';

export const route: FeatureRoute = { Page: UsersPage, state: [usersState] };
