import { randomUUID } from 'node:crypto';
import { idempotencyKeyHeader, idempotencyKeyPattern } from '@nightshelf/contracts/idempotency.ts';
import { type GatewayRequest, safeMethods } from '../http/exchange.ts';

export interface Intent {
  /** Headers that the service is told beside the caller's own: name and value in turn. */
  readonly headers: readonly string[];
  /** Whether the service does once what it is sent twice. */
  readonly isRepeatable: boolean;
}

const safe: Intent = { headers: [], isRepeatable: true };
const unnamed: Intent = { headers: [], isRepeatable: false };

/**
 * What makes a request one that may be sent again: it changes nothing, or it has a key by which the service knows it.
 * Who gave none is given one. A malformed key is passed on for the service to refuse.
 */
export function intentOf({ method = 'GET', headers }: Pick<GatewayRequest, 'method' | 'headers'>): Intent {
  if (safeMethods.has(method)) return safe;
  const given = headers[idempotencyKeyHeader];
  if (given === undefined) return { headers: [idempotencyKeyHeader, randomUUID()], isRepeatable: true };
  return idempotencyKeyPattern.test(String(given)) ? safe : unnamed;
}
