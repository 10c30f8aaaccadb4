import { refuseToken } from '@nightshelf/platform/api-tokens/token-copies.ts';
import type { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { sendFailure } from '../src/http/response.ts';
import type { Policy } from '../src/runtime.ts';

/** Limits API tokens to the calls of their scopes in the contracts; a call without a scope accepts no token. */
export const tokenScope: Policy = {
  name: 'token-scope',
  create: () => (request, response, next) => {
    const { session, endpoint } = request.exchange;
    if (!session?.scopes) return next();
    try {
      refuseToken(session, endpoint);
    } catch (refusal) {
      return sendFailure(request, response, refusal as CodedError);
    }
    next();
  },
};
