import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { endpointOf, methodsOf } from '../src/endpoints/endpoint-of.ts';
import { sendFailure } from '../src/http/answer.ts';
import { answerOptions, methodNotAllowed } from '../src/http/methods.ts';
import type { Policy } from './policy.ts';

/**
 * Finds the contract's call for a request once, for the limits and timeouts of later policies. Rejects unknown calls,
 * which would have no limits.
 */
export const knownCall: Policy = {
  name: 'known-call',
  create: () => (request, response, next) => {
    const { method = '', url = '' } = request;
    request.exchange.endpoint = endpointOf(method, url);
    if (request.exchange.endpoint) return next();
    const methods = methodsOf(url);
    if (methods.length === 0) sendFailure(request, response, notFound('request.not_found', 'Not found.'));
    else if (method === 'OPTIONS') answerOptions(request, response, methods);
    else sendFailure(request, response, methodNotAllowed(methods));
  },
};
