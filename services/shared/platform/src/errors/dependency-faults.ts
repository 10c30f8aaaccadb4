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

/** SQLSTATE classes for 'come back later': connection, a password that is being changed, resources, shutdown, disk, serialization, lock timeouts. */
const transientSqlState = /^(08|28|53|57P|58|40|55P03|25006|25P03)/;

/** SQLSTATEs of work that PostgreSQL has ended because it took too long: a statement, a transaction. */
const timeLimitSqlState = /^(57014|25P04)$/;

/** SQLSTATEs of rows that break a constraint. */
const violationSqlState = /^23...$/;

/** Said of a fault that is our own: something would be changed where we have only asked to read. */
export const changesOutsideTransaction = 'Reading is not to change anything';

const transientMessage =
  /read-write mode during recovery|Connection terminated|is not queryable|Query read timeout|timeout exceeded when trying to connect|Connection is closed|max retries per request|Command timed out|Stream isn't writeable/i;

/** How Redis begins to say that it is at fault, or who may come in, and not what it was asked. */
export const redisAtFault =
  /^(OOM|LOADING|READONLY|MISCONF|NOREPLICAS|CLUSTERDOWN|MASTERDOWN|BUSY|NOAUTH|WRONGPASS|NOPERM) /;

/** Of a cluster of Redis: keys without a master, or none of the nodes there. */
const clusterMessage =
  /Too many Cluster redirections|Cluster isn't ready|Cluster is ended|None of startup nodes|Failed to refresh slots cache/;

/**
 * Whether a fault lies in something that we depend on (PostgreSQL, Redis, Kafka, the network) being away or broken, a
 * connection that did not answer in time included. It may pass by itself, so that trying again later is right.
 */
export function isDependencyFault(error: unknown): boolean {
  if (isRefusedData(error) || isViolation(error) || isOwnMistake(error)) return false;
  return someFault(error, (fault, code) => {
    if (networkCodes.has(code) || (code.length === 5 && transientSqlState.test(code))) return true;
    return [transientMessage, redisAtFault, clusterMessage].some((known) => known.test(fault.message));
  });
}

/**
 * Whether PostgreSQL is there but ended what it was asked to do because it took longer than allowed. Under less load
 * it may pass; work that is too much in itself never will. Never a dependency's fault at the same time.
 */
export function isTimeLimit(error: unknown): boolean {
  return someFault(error, (_, code) => timeLimitSqlState.test(code)) && !isDependencyFault(error);
}

/** SQLSTATEs of values that PostgreSQL cannot hold: half a character, a number too large. */
const refusedDataSqlState = /^22...$/;

/**
 * Whether PostgreSQL refuses the data itself, so that trying again is no use. A NUL within a text cuts the statement in
 * two, which PostgreSQL calls a violation of its protocol, as poolers call a database that is away.
 */
export function isRefusedData(error: unknown): boolean {
  return someFault(
    error,
    (fault, code) =>
      refusedDataSqlState.test(code) || (code === '08P01' && fault.message.includes('invalid message format')),
  );
}

/** Of a constraint. Beside its code PostgreSQL tells of the row, which may say anything. */
const isViolation = (error: unknown) => someFault(error, (_, code) => violationSqlState.test(code));

const isOwnMistake = (error: unknown) => someFault(error, ({ message }) => message.includes(changesOutsideTransaction));

/** Asks a fault and what caused it. */
function someFault(error: unknown, is: (fault: Error, code: string) => boolean): boolean {
  for (let fault: unknown = error, depth = 0; fault instanceof Error && depth < 5; fault = fault.cause, depth += 1) {
    if (is(fault, 'code' in fault ? String(fault.code) : '')) return true;
    if (fault instanceof AggregateError && fault.errors.some((one) => someFault(one, is))) return true;
  }
  return false;
}
