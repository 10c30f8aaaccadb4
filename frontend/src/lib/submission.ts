import { ApiError, fieldMessagesOf, messageOf } from './api-errors.ts';

/** The state of a submitted form, kept in its feature's slice and shown by `useFieldErrors` and a message. */
export interface Submission {
  readonly busy: boolean;
  /** Error of the whole form. */
  readonly error: string | null;
  /** The server's first message for each field. */
  readonly fieldErrors: Readonly<Record<string, string>>;
}

export const idle: Submission = { busy: false, error: null, fieldErrors: {} };
export const submitting: Submission = { ...idle, busy: true };

/** Returns a form's state after an error; `fallback` replaces a missing message. */
export const refusalOf = (error: unknown, fallback: string): Submission => ({
  busy: false,
  error: messageOf(error, fallback),
  fieldErrors: fieldMessagesOf(error),
});

/** Returns whether the server responded with this error code. */
export const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;
