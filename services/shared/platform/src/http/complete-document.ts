import { failure } from '@nightshelf/contracts/answer.ts';
import type { Call } from '@nightshelf/contracts/call.ts';
import { expectedUserHeader, idempotencyKeyHeader, idempotencyKeyPattern } from '@nightshelf/contracts/headers.ts';
import type { Limit } from '@nightshelf/contracts/limits.ts';
import { type RefusalCode, refusals, refusalsOf } from '@nightshelf/contracts/refusals.ts';
import { failuresOf } from '@nightshelf/contracts/step-up.ts';
import { z } from 'zod';
import { isUnsafe } from '../idempotency/intent.ts';

/** The OpenAPI security schemes, both checked by the gateway. */
export const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'session' },
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API token that a person has made on the Security page, with the scope that the call names: library:read or library:write. Where a request has a cookie too, the token decides.',
  },
} as const;

/** The parts of an OpenAPI document that this file reads or extends. */
interface Document {
  readonly paths?: Record<string, unknown>;
  components?: { schemas?: Record<string, unknown> };
}

interface Operation {
  description?: string;
  parameters?: object[];
  'x-step-up'?: true;
  responses: Record<string, unknown>;
}

/** Counts of the limit closest to exhaustion, on every gateway response to a call. */
const limitHeaders = {
  'RateLimit-Limit': { schema: { type: 'integer' }, description: 'Requests allowed per window.' },
  'RateLimit-Remaining': { schema: { type: 'integer' }, description: 'Requests left in the window.' },
  'RateLimit-Reset': { schema: { type: 'integer' }, description: 'Seconds until the window ends.' },
  'X-Request-Id': { schema: { type: 'string' }, description: 'Names the request in the logs; also request_id.' },
};

const retryAfter = {
  'Retry-After': { schema: { type: 'integer' }, description: 'Seconds until a retry is allowed.' },
};

const changeHeaders = {
  [idempotencyKeyHeader]: {
    schema: { type: 'string', pattern: idempotencyKeyPattern.source },
    description:
      'Makes retries safe: a repeated request with the same key returns the first response for 24 hours. Keys are per user. Another call or body with the same key returns 422 request.idempotency_key_reused.',
  },
  [expectedUserHeader]: {
    schema: { type: 'string' },
    description: 'Id of the user this request is for; the session of another user returns 412 auth.other_user.',
  },
};

const conditionHeader = {
  'if-match': {
    schema: { type: 'string', pattern: '^("[1-9][0-9]{0,8}"|\\*)$' },
    description: 'Version to change, in quotes; * for any.',
  },
};

const stepUp =
  'Needs a sign-in, or `POST /api/auth/step-up`, within the last ten minutes: 403 auth.step_up_required otherwise.';

/** Adds what a service's schemas cannot express: limits, headers, and every status of a call with its codes. */
export function completeDocument<D extends object>(document: D, calls: readonly Call[]): D {
  const { paths = {}, components = {} } = document as Document;
  (document as Document).components = { ...components, schemas: { ...components.schemas, Failure: failureSchema } };
  for (const call of calls) {
    const operation = operationOf(paths, call);
    if (operation) complete(operation, call);
  }
  return document;
}

const { $schema: _, ...failureSchema } = z.toJSONSchema(failure);

function operationOf(paths: Record<string, unknown>, { method, path }: Call): Operation | undefined {
  const methods = paths[path.replaceAll(/:(\w+)/g, '{$1}')] as Record<string, Operation> | undefined;
  return methods?.[method.toLowerCase()];
}

function complete(operation: Operation, call: Call): void {
  if (call.stepUp) {
    operation.description = stepUp;
    operation['x-step-up'] = true;
  }
  const headers = { ...(isUnsafe(call.method) && changeHeaders), ...(call.conditional && conditionHeader) };
  for (const [name, header] of Object.entries(headers)) {
    operation.parameters = [...(operation.parameters ?? []), { in: 'header', name, required: false, ...header }];
  }
  const limits = Object.entries(call.limits ?? {}).map(([by, limit]) => sentence(by, limit));
  if (limits.length > 0) operation.description = [operation.description, ...limits].filter(Boolean).join(' ');
  const success = String(call.status ?? 200);
  const content = call.mediaType ? { content: { [call.mediaType]: {} } } : {};
  operation.responses[success] = { ...asObject(operation.responses[success]), ...content, headers: limitHeaders };
  const byStatus = Map.groupBy(new Set(refusalsOf(call)), (code) => refusals[code]);
  for (const [status, codes] of byStatus) operation.responses[status] = refused(status, codes, call);
}

const sentence = (by: string, { points, seconds, name }: Limit) =>
  `At most ${points} requests in ${seconds} seconds ${by === 'user' ? 'of one user' : 'from one address'}, counted with all calls limited as "${name}".`;

function refused(status: number, codes: readonly RefusalCode[], call: Call): object {
  const special = failuresOf(call)[status];
  const schema = special
    ? z.toJSONSchema(special, { io: 'output', target: 'draft-2020-12' })
    : { allOf: [{ $ref: '#/components/schemas/Failure' }, { properties: { code: { enum: codes } } }] };
  return {
    description: codes.join(', '),
    headers: status === 429 || status === 503 ? { ...limitHeaders, ...retryAfter } : limitHeaders,
    content: { 'application/json': { schema } },
  };
}

const asObject = (value: unknown) => (typeof value === 'object' && value !== null ? value : {});
