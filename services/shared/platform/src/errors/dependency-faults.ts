const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** SQLSTATE classes for 'come back later': connection, resources, shutdown, serialization, lock timeouts. */
const transientSqlState = /^(08|53|57|40|55P03|25006)/;

const transientMessage =
  /Connection terminated|is not queryable|Query read timeout|timeout exceeded when trying to connect|Connection is closed|max retries per request|Command timed out|Stream isn't writeable/i;

/**
 * Whether a fault lies in something that we depend on (PostgreSQL, Redis, Kafka, the network) and may pass by itself,
 * so that trying again later is right; anything else would fail the same way again.
 */
export function isDependencyFault(error: unknown): boolean {
  for (let fault: unknown = error, depth = 0; fault instanceof Error && depth < 5; fault = fault.cause, depth += 1) {
    const code = 'code' in fault ? String(fault.code) : '';
    if (networkCodes.has(code) || (code.length === 5 && transientSqlState.test(code))) return true;
    if (transientMessage.test(fault.message)) return true;
    if (fault instanceof AggregateError && fault.errors.some(isDependencyFault)) return true;
  }
  return false;
}
