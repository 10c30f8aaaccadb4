import type { FeatureRoute } from '../../lib/feature-route.ts';
import { LoginPage } from './login-page.tsx';
import { providersState } from './providers/state.ts';
import { authState } from './state.ts';

export const route: FeatureRoute = { Page: LoginPage, state: [authState, providersState] };
