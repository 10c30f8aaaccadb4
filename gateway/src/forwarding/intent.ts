import { randomUUID } from 'node:crypto';
import { idempotencyKeyHeader, idempotencyKeyPattern } from '@nightshelf/contracts/idempotency.ts';
import { type GatewayRequest, safeMethods } from '../http/exchange.ts';

export interface Intent {
  /** Headers to add to the caller's: name and value in turn. */
  readonly headers: readonly string[];
  /** Whether the service does it only once when it is sent twice. */
  readonly isRepeatable: boolean;
}

const safe: Intent = { headers: [], isRepeatable: true };
const unnamed: Intent = { headers: [], isRepeatable: false };

/**
 * Whether a request may be sent again: it changes nothing, or it has an idempotency key. An unsafe request without one is
 * given one. A malformed key is passed on, for the service to refuse.
 */
export function intentOf({ method = 'GET', headers }: Pick<GatewayRequest, 'method' | 'headers'>): Intent {
  if (safeMethods.has(method)) return safe;
  const given = headers[idempotencyKeyHeader];
  if (given === undefined) return { headers: [idempotencyKeyHeader, randomUUID()], isRepeatable: true };
  return idempotencyKeyPattern.test(String(given)) ? safe : unnamed;
}
