import type { FeatureRoute } from '../../lib/feature-route.ts';
import { activityState } from './activity/state.ts';
import { identitiesState } from './identities/state.ts';
import { passwordState } from './password/state.ts';
import { SecurityPage } from './security-page.tsx';
import { sessionsState } from './sessions/state.ts';

export const route: FeatureRoute = {
  Page: SecurityPage,
  state: [passwordState, identitiesState, sessionsState, activityState],
};
