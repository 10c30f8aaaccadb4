import type { Failure } from '@nightshelf/contracts/answer.ts';

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The server answered with a failure. `message` is its sentence for the user, empty when it sent none. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldErrors;
  /** The whole answer: some failures carry more than their sentence. */
  readonly failure: Partial<Failure>;
  /** Milliseconds after which it is worth asking again; 0 when the server did not say. */
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

/** The code of what is refused, or not read, because somebody else is signed in than this page takes to be. */
export const otherUser = 'auth.other_user';

/** What a response that is no success says. */
export async function failureOf(response: Response): Promise<ApiError> {
  // A proxy on the way may answer with a page of its own instead of our JSON.
  const failure: Partial<Failure> = await response.json().catch(() => ({}));
  return new ApiError(response.status, failure, 1000 * Number(response.headers.get('retry-after')) || 0);
}

/** No answer came, or one that could not be read: offline, refused, cut off. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('The server could not be reached.', { cause });
    this.name = 'NetworkError';
  }
}

/** Whether the server has not judged what it was asked: it was not reached, at fault, or too busy. */
export const isUnjudged = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429;

/** The server's own sentence, or `fallback` when it sent none or was not reached. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback;
}

/** The first message of every field at fault. */
export function fieldMessagesOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.errors).flatMap(([field, [first]]) => (first ? [[field, first]] : [])),
  );
}
