import { expectedUserHeader } from '@nightshelf/contracts/expected-user.ts';
import { idempotencyKeyHeader, idempotencyKeyPattern } from '@nightshelf/contracts/idempotency.ts';
import type { RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { isUnsafe } from '../../idempotency/intent.ts';

/** Headers that the platform or the gateway reads. Not in a Fastify schema, which would remove all other headers. */
const idempotencyKey = {
  type: 'string',
  pattern: idempotencyKeyPattern.source,
  description:
    'Makes retries safe: a repeated request with the same key returns the first response for 24 hours. Keys are per user. Another call or body with the same key returns 422 request.idempotency_key_reused.',
};
const ifMatch = {
  type: 'string',
  pattern: '^("[1-9][0-9]{0,8}"|\\*)$',
  description: 'Version to change, in quotes; * for any.',
};
const expectedUser = {
  type: 'string',
  description: 'Id of the user this request is for; the session of another user returns 412 auth.other_user.',
};
const stepUp =
  'Needs a sign-in, or `POST /api/auth/step-up`, within the last ten minutes: 403 auth.step_up_required otherwise.';

type Input = Parameters<typeof jsonSchemaTransform>[0] & { readonly route?: RouteOptions };

/** Returns a route as the OpenAPI document shows it. */
export function documented(input: Input): ReturnType<typeof jsonSchemaTransform> {
  const { schema: described, url } = jsonSchemaTransform(input);
  const schema = input.route?.config?.stepUp ? { ...described, description: stepUp, 'x-step-up': true } : described;
  const headers = {
    ...(isUnsafe(String(input.route?.method))
      ? { [idempotencyKeyHeader]: idempotencyKey, [expectedUserHeader]: expectedUser }
      : {}),
    ...(input.route?.config?.conditional ? { 'if-match': ifMatch } : {}),
  };
  return Object.keys(headers).length === 0
    ? { schema, url }
    : { schema: { ...schema, headers: { type: 'object', properties: headers } }, url };
}
