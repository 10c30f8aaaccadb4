import { outsideHeader } from '@nightshelf/contracts/headers.ts';

/** Messages by field, in the form of the response. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/**
 * An error that the caller should see, turned into a response in one place. `code` is its stable name,
 * `<service>.<what_is_wrong>`; `message` is a sentence for the user.
 */
export class CodedError extends Error {
  override name = 'CodedError';
  readonly status: number;
  readonly code: string;
  readonly errors?: FieldErrors;
  readonly headers?: Readonly<Record<string, string>>;
  /** Additional response fields, defined by the call's contract. */
  readonly body?: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    message: string,
    details: Pick<CodedError, 'errors' | 'headers' | 'body' | 'cause'> = {},
  ) {
    super(message, { cause: details.cause });
    this.status = status;
    this.code = code;
    if (details.errors) this.errors = details.errors;
    if (details.headers) this.headers = details.headers;
    if (details.body) this.body = details.body;
  }
}

export const isCoded = (error: unknown, code: string): boolean => error instanceof CodedError && error.code === code;

export const unauthenticated = () => new CodedError(401, 'auth.unauthenticated', 'Please sign in to continue.');

export const notFound = (code: string, message: string) => new CodedError(404, code, message);

export const conflict = (code: string, message: string) => new CodedError(409, code, message);

/** A required dependency does not respond. */
export const unavailable = (code: string, message: string, cause?: unknown) =>
  new CodedError(503, code, message, { cause, headers: { 'retry-after': '2' } });

/** Like `unavailable`, for a dependency outside the product that does not respond or is not set up. */
export const unavailableOutside = (code: string, message: string, cause?: unknown) =>
  new CodedError(503, code, message, { cause, headers: { 'retry-after': '2', [outsideHeader]: 'true' } });

/** Invalid fields; the first message of the first field is also the response's message. */
export function invalid(errors: FieldErrors, code = 'request.invalid'): CodedError {
  const first = Object.values(errors)[0]?.[0];
  return new CodedError(422, code, first ?? 'The request is not valid.', { errors });
}
