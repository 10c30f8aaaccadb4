import { libraryState } from '../../entities/library/state.ts';
import type { FeatureRoute } from '../../lib/feature-route.ts';
import { VaultPage } from './vault-page.tsx';

export const route: FeatureRoute = { Page: VaultPage, state: [libraryState] };
