import { type Foundation, TokenCopies } from '@nightshelf/platform';
import type { FastifyInstance } from 'fastify';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { tokensClaim } from './revoke-tokens.ts';
import { apiTokenRoutes } from './routes.ts';

interface Given extends Foundation<object> {
  readonly sessions: BrowserSessions;
}

/** API tokens. */
export const composeApiTokens = ({ work, sessions, redis }: Given) => ({
  claim: tokensClaim,
  routes: (app: FastifyInstance) => apiTokenRoutes(app, { work, sessions, copies: new TokenCopies(redis) }),
});
