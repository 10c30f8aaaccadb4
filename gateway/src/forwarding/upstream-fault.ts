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

/** The codes of an error, and of those that it gathers from several addresses. */
const codesOf = (error: Error): string[] => [
  codeOf(error),
  ...(error instanceof AggregateError ? error.errors : []).filter((reason) => reason instanceof Error).map(codeOf),
];

/** The error for a caller whose service did not answer in full: 503 not reached, 504 too late, 502 anything else. */
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

/** Whether the connection broke: the instance died, or was just closing it. */
export const isBroken = (error: Error): boolean => broken.has(codeOf(error));

/** Whether there was no connection at all: the service never received the request. */
export const isNotReached = (error: Error): boolean => codesOf(error).some((code) => unreached.has(code));
