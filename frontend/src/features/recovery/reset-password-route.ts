import type { FeatureRoute } from '../../lib/feature-route.ts';
import { ResetPasswordPage } from './reset-password-page.tsx';
import { recoveryState } from './state.ts';

export const route: FeatureRoute = { Page: ResetPasswordPage, state: [recoveryState] };
