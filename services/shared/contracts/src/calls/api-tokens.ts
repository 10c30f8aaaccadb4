import { z } from 'zod';
import { answer } from '../answer.ts';
import { apiToken, newApiToken } from '../api-tokens.ts';
import { defineCall } from '../call.ts';
import { id } from '../fields.ts';
import { apiTokenLimits } from '../limits.ts';

export const listApiTokens = defineCall('GET /api/auth/api-tokens', {
  summary: "The user's API tokens, newest first, without secrets",
  answer: answer({ tokens: z.array(apiToken) }),
});

/**
 * A repeated request with its key gives the same token a new secret, because the first response with its secret was
 * lost.
 */
export const createApiToken = defineCall('POST /api/auth/api-tokens', {
  stepUp: true,
  limits: apiTokenLimits,
  summary: 'Create an API token; only this response contains its secret',
  refuses: ['auth.too_many_api_tokens', 'auth.api_token_revoked'],
  body: newApiToken,
  answer: answer({
    token: apiToken,
    secret: z.string().meta({ description: 'For the header Authorization: Bearer <secret>.' }),
  }),
  status: 201,
});

export const revokeApiToken = defineCall('DELETE /api/auth/api-tokens/:id', {
  summary: 'Revoke an API token; it stops working within five seconds',
  refuses: ['auth.api_token_not_found'],
  params: z.object({ id }),
});
