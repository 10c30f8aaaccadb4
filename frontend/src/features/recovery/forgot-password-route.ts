import type { FeatureRoute } from '../../lib/feature-route.ts';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { recoveryState } from './state.ts';

export const route: FeatureRoute = { Page: ForgotPasswordPage, state: [recoveryState] };
