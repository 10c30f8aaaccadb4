import { createHmac } from 'node:crypto';
import type { Call } from '@nightshelf/contracts/call.ts';
import { idempotencyKeyHeader, idempotencyKeyPattern } from '@nightshelf/contracts/headers.ts';
import type { FastifyRequest } from 'fastify';
import { CodedError } from '../errors/coded-error.ts';
import { clientOf, networkOf } from '../http/client.ts';
import { type Deadline, deadlineOf } from '../http/deadline.ts';

/** A caller's key for a change to make once, with a fingerprint of its meaning. */
export interface IntentKey {
  readonly key: string;
  /** Null for an anonymous caller. */
  readonly userId: string | null;
  /** HMAC-SHA256 of call, address, condition and body; keyed, because bodies contain passwords. */
  readonly fingerprint: Buffer;
}

/** The change that a request makes, to be made once and before a deadline. */
export interface Intent {
  /** Null without a key: then the change is made each time. */
  readonly key: IntentKey | null;
  /** The unit of fair queueing: the user, or the network of an anonymous client. */
  readonly caller: string;
  readonly deadline: Deadline;
}

/** Returns the intent with a fingerprint that includes `proof`, for calls that anyone with a secret may make. */
export function withProof(intent: Intent, proof: string): Intent {
  if (!intent.key) return intent;
  const fingerprint = createHmac('sha256', intent.key.fingerprint).update(proof).digest();
  return { ...intent, key: { ...intent.key, fingerprint } };
}

export const isUnsafe = (method: string): boolean => method !== 'GET' && method !== 'HEAD';

/** @throws CodedError 400 `request.idempotency_key` */
export function checkIdempotencyKey({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const given = headers[idempotencyKeyHeader];
  if (given === undefined || (typeof given === 'string' && idempotencyKeyPattern.test(given))) return;
  throw new CodedError(400, 'request.idempotency_key', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
}

/**
 * Returns the intent of a request whose key has been checked.
 * @param secret HMAC key of the fingerprints
 */
export function intentOf(request: FastifyRequest, call: Pick<Call, 'method' | 'path'>, secret: string): Intent {
  const { headers, identity, url, sentBody, arrivedAt } = request;
  const deadline = deadlineOf(request, arrivedAt);
  const key = headers[idempotencyKeyHeader];
  const { address } = clientOf(request);
  const caller = identity?.userId ?? (address === null ? 'unknown' : networkOf(address));
  if (typeof key !== 'string') return { key: null, caller, deadline };
  const parts = [call.method, call.path, url, headers['if-match'] ?? '', sentBody];
  const fingerprint = createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
  return { key: { key, userId: identity?.userId ?? null, fingerprint }, caller, deadline };
}
