import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';

/** The same response to an unknown user, a wrong password and an account that is not active. */
export const invalidCredentials = () =>
  new CodedError(401, 'auth.invalid_credentials', 'Invalid username or password.');
