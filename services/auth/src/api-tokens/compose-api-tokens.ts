import { type Foundation, TokenCopies } from '@nightshelf/platform';
import type { FastifyInstance } from 'fastify';
import { tokensClaim } from './revoke-tokens.ts';
import { apiTokenRoutes } from './routes.ts';

/** API tokens. */
export const composeApiTokens = ({ work, redis }: Foundation<object>) => ({
  claim: tokensClaim,
  routes: (app: FastifyInstance) => apiTokenRoutes(app, { work, copies: new TokenCopies(redis) }),
});
