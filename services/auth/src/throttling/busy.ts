import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';

/** The error when a queue is full. */
export const busy = () =>
  new CodedError(503, 'auth.busy', 'Too many users are signing in. Please try again in a moment.', {
    headers: { 'retry-after': '5' },
  });
