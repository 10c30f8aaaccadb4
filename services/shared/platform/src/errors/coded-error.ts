/** Field to messages, in the form in which answers carry them. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/**
 * A fault that is the caller's to know of. Thrown anywhere below a route and turned into an answer in one place.
 * `code` is its stable name, `<service>.<what_is_wrong>`; `message` is a sentence for the user.
 */
export class CodedError extends Error {
  override name = 'CodedError';
  readonly status: number;
  readonly code: string;
  readonly errors?: FieldErrors;
  readonly headers?: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    details: { errors?: FieldErrors; headers?: Readonly<Record<string, string>>; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.status = status;
    this.code = code;
    if (details.errors) this.errors = details.errors;
    if (details.headers) this.headers = details.headers;
  }
}

export const unauthenticated = () => new CodedError(401, 'auth.unauthenticated', 'Please sign in to continue.');

export const notFound = (code: string, message: string) => new CodedError(404, code, message);

export const conflict = (code: string, message: string) => new CodedError(409, code, message);

/** A dependency that is needed for the answer does not answer itself. */
export const unavailable = (code: string, message: string, cause?: unknown) =>
  new CodedError(503, code, message, { cause, headers: { 'retry-after': '2' } });

/** Fields are at fault; the first message of the first field also is the answer's message. */
export function invalid(errors: FieldErrors, code = 'request.invalid'): CodedError {
  const first = Object.values(errors)[0]?.[0];
  return new CodedError(422, code, first ?? 'The request is not valid.', { errors });
}
