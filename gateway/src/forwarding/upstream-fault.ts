import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';

const unreached = new Set([
  'ECONNREFUSED',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const broken = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '');

/** Returns the codes of an error and of the errors in an AggregateError, which has one per address. */
const codesOf = (error: Error): string[] => [
  codeOf(error),
  ...(error instanceof AggregateError ? error.errors : []).filter((reason) => reason instanceof Error).map(codeOf),
];

/** Returns the error for a failed service response: 503 when unreachable, 504 when late, 502 otherwise. */
export function upstreamFault(error: Error): CodedError {
  if (error instanceof CodedError) return error;
  if (isNotReached(error)) {
    return new CodedError(503, 'gateway.unavailable', 'This part of Nightshelf is restarting. Please try again.', {
      cause: error,
      headers: { 'retry-after': '2' },
    });
  }
  return new CodedError(502, 'gateway.bad_answer', 'Something went wrong. Please try again.', { cause: error });
}

export const late = () => new CodedError(504, 'gateway.timeout', 'This took too long. Please try again.');

/** Returns whether the connection broke: the instance died or was closing it. */
export const isBroken = (error: Error): boolean => broken.has(codeOf(error));

/** Returns whether no connection was made, so the service never received the request. */
export const isNotReached = (error: Error): boolean => codesOf(error).some((code) => unreached.has(code));
