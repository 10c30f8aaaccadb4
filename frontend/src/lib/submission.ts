import { ApiError, fieldMessagesOf, messageOf } from './api-errors.ts';

/** A form on its way to the server: kept in its feature's slice, shown by `useFieldErrors` and a message. */
export interface Submission {
  readonly busy: boolean;
  /** What went wrong with the whole form. */
  readonly error: string | null;
  /** What the server said of single fields: field to its first message. */
  readonly fieldErrors: Readonly<Record<string, string>>;
}

export const idle: Submission = { busy: false, error: null, fieldErrors: {} };
export const submitting: Submission = { ...idle, busy: true };

/** What an error has to say of a form; `fallback` where the server sent no sentence or was not reached. */
export const refusalOf = (error: unknown, fallback: string): Submission => ({
  busy: false,
  error: messageOf(error, fallback),
  fieldErrors: fieldMessagesOf(error),
});

/** Whether the server has answered with this code of its own. */
export const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;
