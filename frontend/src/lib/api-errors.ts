import type { Failure } from '@nightshelf/contracts/answer.ts';

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The server responded with an error. `message` is its text for the user, empty when it sent none. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldErrors;
  /** The whole error body, which may have more fields than its message. */
  readonly failure: Partial<Failure>;
  /** Retry delay in milliseconds; 0 when the server sent none. */
  readonly retryAfter: number;

  constructor(status: number, failure: Partial<Failure>, retryAfter = 0) {
    super(typeof failure.message === 'string' ? failure.message : '');
    this.name = 'ApiError';
    this.status = status;
    this.code = failure.code ?? 'unknown';
    this.errors = failure.errors ?? {};
    this.failure = failure;
    this.retryAfter = retryAfter;
  }
}

/** Error code when a different user is signed in than this page assumes. */
export const otherUser = 'auth.other_user';

/** Converts an unsuccessful response to an error. */
export async function failureOf(response: Response): Promise<ApiError> {
  // A proxy may respond with its own page instead of our JSON.
  const failure: Partial<Failure> = await response.json().catch(() => ({}));
  return new ApiError(response.status, failure, 1000 * Number(response.headers.get('retry-after')) || 0);
}

/** The server sent no readable response: offline, connection refused or cut off. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('The server could not be reached.', { cause });
    this.name = 'NetworkError';
  }
}

/** Returns whether the server did not process the request: it was unreachable, failing or too busy. */
export const isUnjudged = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429;

/** Returns the server's message, or `fallback` when it sent none or was unreachable. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback;
}

/** Returns the first message of every invalid field. */
export function fieldMessagesOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.errors).flatMap(([field, [first]]) => (first ? [[field, first]] : [])),
  );
}

/** Returns whether the server responded with this error code. */
export const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;
