import { expectedUserHeader } from '@nightshelf/contracts/headers.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { safeMethods } from '../src/http/exchange.ts';
import { sendFailure } from '../src/http/response.ts';
import type { Policy } from '../src/runtime.ts';

const refusal = new CodedError(412, 'auth.other_user', 'Another user has signed in. Nothing was changed.');

/**
 * Rejects an unsafe request whose signed-in user is not the one the caller expects. Anonymous requests pass; the
 * service rejects them if it needs a user.
 */
export const expectedUser: Policy = {
  name: 'expected-user',
  create: () => (request, response, next) => {
    const { method = '', headers, exchange } = request;
    const expected = safeMethods.has(method) ? undefined : headers[expectedUserHeader];
    const { session } = exchange;
    if (expected === undefined || session === null || session.userId === expected) next();
    else sendFailure(request, response, refusal);
  },
};
