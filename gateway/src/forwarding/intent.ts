import { randomUUID } from 'node:crypto';
import { idempotencyKeyHeader, idempotencyKeyPattern } from '@nightshelf/contracts/idempotency.ts';
import { type GatewayRequest, safeMethods } from '../http/exchange.ts';

export interface Intent {
  /** Headers to add to the caller's: name and value in turn. */
  readonly headers: readonly string[];
  /** Whether the service does the work only once when it receives the request twice. */
  readonly isRepeatable: boolean;
}

const safe: Intent = { headers: [], isRepeatable: true };
const unnamed: Intent = { headers: [], isRepeatable: false };

/**
 * Decides whether a request may be resent, and adds an idempotency key to an unsafe request without one. The service
 * rejects malformed keys.
 */
export function intentOf({ method = 'GET', headers }: Pick<GatewayRequest, 'method' | 'headers'>): Intent {
  if (safeMethods.has(method)) return safe;
  const given = headers[idempotencyKeyHeader];
  if (given === undefined) return { headers: [idempotencyKeyHeader, randomUUID()], isRepeatable: true };
  return idempotencyKeyPattern.test(String(given)) ? safe : unnamed;
}
