import type { FeatureRoute } from '../../lib/feature-route.ts';
import { LegalPage } from './legal-page.tsx';
import { privacyText } from './texts.ts';

export const route: FeatureRoute = { Page: () => <LegalPage {...privacyText} /> };
