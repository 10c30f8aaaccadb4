import { TokenCopies } from '@nightshelf/platform/api-tokens/token-copies.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { tokensClaim } from './revoke-tokens.ts';
import { apiTokenRoutes } from './routes.ts';

interface Given extends Foundation<object> {
  readonly sessions: BrowserSessions;
}

export const composeApiTokens = ({ work, sessions, redis }: Given) => ({
  claim: tokensClaim,
  routes: (app: FastifyInstance) => apiTokenRoutes(app, { work, sessions, copies: new TokenCopies(redis) }),
});
