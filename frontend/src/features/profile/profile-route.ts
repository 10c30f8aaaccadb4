import { libraryState } from '../../entities/library/state.ts';
import type { FeatureRoute } from '../../lib/feature-route.ts';
import { ProfilePage } from './profile-page.tsx';
import { profileState } from './state.ts';

export const route: FeatureRoute = { Page: ProfilePage, state: [libraryState, profileState] };
