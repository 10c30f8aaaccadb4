import type { FeatureRoute } from '../../lib/feature-route.ts';
import { LegalPage } from './legal-page.tsx';
import { termsText } from './texts.ts';

export const route: FeatureRoute = { Page: () => <LegalPage {...termsText} /> };
