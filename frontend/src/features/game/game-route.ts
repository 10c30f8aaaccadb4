import { additionsState } from '../../entities/additions/state.ts';
import { libraryState } from '../../entities/library/state.ts';
import type { FeatureRoute } from '../../lib/feature-route.ts';
import { GamePage } from './game-page.tsx';
import { gameState } from './state.ts';

export const route: FeatureRoute = { Page: GamePage, state: [libraryState, additionsState, gameState] };
