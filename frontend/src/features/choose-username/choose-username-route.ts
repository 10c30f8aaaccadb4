import type { FeatureRoute } from '../../lib/feature-route.ts';
import { ChooseUsernamePage } from './choose-username-page.tsx';
import { choiceState } from './state.ts';

export const route: FeatureRoute = { Page: ChooseUsernamePage, state: [choiceState] };
