import type { FeatureRoute } from '../../lib/feature-route.ts';
import { NotFoundPage } from './not-found-page.tsx';

export const route: FeatureRoute = { Page: NotFoundPage };
