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

/**
 * SQLSTATE classes of temporary errors: connection, password change in progress, resources, shutdown, disk,
 * serialization, lock timeouts.
 */
const transientSqlState = /^(08|28|53|57P|58|40|55P03|25006|25P03)/;

/** SQLSTATEs of a statement or transaction that PostgreSQL ended after its time limit. */
const timeLimitSqlState = /^(57014|25P04)$/;

/** SQLSTATEs of constraint violations. */
const violationSqlState = /^23...$/;

/** Message of our own bug: a change outside a transaction. */
export const changesOutsideTransaction = 'Reading is not to change anything';

const transientMessage =
  /read-write mode during recovery|Connection terminated|is not queryable|Query read timeout|timeout exceeded when trying to connect|Connection is closed|max retries per request|Command timed out|Stream isn't writeable/i;

/**
 * Prefixes of Redis errors that concern the server or the login, not the command. EXECABORT replaces the error that
 * refused a command of a transaction.
 */
export const redisAtFault =
  /^(EXECABORT|OOM|LOADING|READONLY|MISCONF|NOREPLICAS|CLUSTERDOWN|MASTERDOWN|BUSY|NOAUTH|WRONGPASS|NOPERM) /;

/** Cluster errors: keys without a master, or no reachable node. */
const clusterMessage =
  /Too many Cluster redirections|Cluster isn't ready|Cluster is ended|None of startup nodes|Failed to refresh slots cache/;

/**
 * Returns whether a dependency (PostgreSQL, Redis, Kafka, the network) is unavailable or broken, including a response
 * timeout, so that a retry may help.
 */
export function isDependencyFault(error: unknown): boolean {
  if (isRefusedData(error) || isViolation(error) || isOwnMistake(error)) return false;
  return someFault(error, (fault, code) => {
    if (networkCodes.has(code) || (code.length === 5 && transientSqlState.test(code))) return true;
    return [transientMessage, redisAtFault, clusterMessage].some((known) => known.test(fault.message));
  });
}

/**
 * Returns whether PostgreSQL ended the work after its time limit. A retry may help under less load. Never true together
 * with `isDependencyFault`.
 */
export function isTimeLimit(error: unknown): boolean {
  return someFault(error, (_, code) => timeLimitSqlState.test(code)) && !isDependencyFault(error);
}

/** SQLSTATEs of values that PostgreSQL cannot hold: half a character, a number out of range. */
const refusedDataSqlState = /^22...$/;

/**
 * Returns whether PostgreSQL refuses the data itself, so that a retry cannot help. A NUL in a text cuts the statement
 * in two, which PostgreSQL reports as a protocol violation; poolers report the same for an unavailable database.
 */
export function isRefusedData(error: unknown): boolean {
  return someFault(
    error,
    (fault, code) =>
      refusedDataSqlState.test(code) || (code === '08P01' && fault.message.includes('invalid message format')),
  );
}

/** By SQLSTATE only, because the detail of a violation quotes the row, which may contain any text. */
const isViolation = (error: unknown) => someFault(error, (_, code) => violationSqlState.test(code));

const isOwnMistake = (error: unknown) => someFault(error, ({ message }) => message.includes(changesOutsideTransaction));

function someFault(error: unknown, is: (fault: Error, code: string) => boolean): boolean {
  for (let fault: unknown = error, depth = 0; fault instanceof Error && depth < 5; fault = fault.cause, depth += 1) {
    if (is(fault, 'code' in fault ? String(fault.code) : '')) return true;
    if (fault instanceof AggregateError && fault.errors.some((one) => someFault(one, is))) return true;
  }
  return false;
}
