import * as apiTokenCalls from '@nightshelf/contracts/calls/api-tokens.ts';
import { TokenCopies, tokenLookupPath } from '@nightshelf/platform/api-tokens/token-copies.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import type { AuthParts } from '../parts.ts';
import { createToken, findToken, listTokens, revokeToken, tokensClaim } from './api-tokens.ts';

export const composeApiTokens = ({ work, sessions, redis }: AuthParts) => ({
  claim: tokensClaim,
  routes: (app: FastifyInstance) => apiTokenRoutes(app, { work, sessions, copies: new TokenCopies(redis) }),
});

type Parts = Pick<AuthParts, 'work' | 'sessions'> & { readonly copies: TokenCopies };

/** The user's API tokens, and the gateway's token lookup. */
function apiTokenRoutes(app: FastifyInstance, { work, sessions, copies }: Parts): void {
  route(app, apiTokenCalls.listApiTokens, async ({ identity: caller, reply }) => {
    reply.header('cache-control', 'no-store');
    const tokens = await listTokens(work.query(), caller.userId);
    return { success: true, message: 'Your API tokens.', tokens };
  });

  route(app, apiTokenCalls.createApiToken, async ({ identity: caller, body, intent, request, reply }) => {
    reply.header('cache-control', 'no-store');
    const made = await createToken({ work, sessions }, work.for(intent), caller, clientOf(request), body);
    return { success: true, message: 'API token created. Copy it now: it is not shown again.', ...made };
  });

  route(app, apiTokenCalls.revokeApiToken, async ({ identity: caller, params, intent, request }) => {
    const { userId } = caller;
    await revokeToken(work.for(intent), copies, { userId, tokenId: params.id, client: clientOf(request) });
    return { success: true, message: 'API token revoked.' };
  });

  // Needs no authentication: only a caller who has the token knows its hash.
  app.get<{ Params: { hash: string } }>(tokenLookupPath(':hash'), { schema: { hide: true } }, async ({ params }) => ({
    token: await findToken(work, copies, params.hash),
  }));
}
