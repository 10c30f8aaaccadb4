import type { FeatureRoute } from '../../lib/feature-route.ts';
import { providersState } from './providers/state.ts';
import { RegisterPage } from './register-page.tsx';
import { authState } from './state.ts';

export const route: FeatureRoute = { Page: RegisterPage, state: [authState, providersState] };
