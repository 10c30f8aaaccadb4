import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';

/** The same response for an unknown user, a wrong password and an inactive account. */
export const invalidCredentials = () =>
  new CodedError(401, 'auth.invalid_credentials', 'Invalid username or password.');
