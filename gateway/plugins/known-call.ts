import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { endpointOf } from '../src/endpoints/endpoint-of.ts';
import { sendFailure } from '../src/http/answer.ts';
import type { Policy } from './policy.ts';

/**
 * Finds the call that a request is for, once, for all that is said of it elsewhere: limits, timeouts. What the contracts do not
 * know is not handed on: nobody would hold it to anything.
 */
export const knownCall: Policy = {
  name: 'known-call',
  create: () => (request, response, next) => {
    const { method = '', url = '' } = request;
    request.exchange.endpoint = endpointOf(method, url);
    if (request.exchange.endpoint) next();
    else sendFailure(request, response, notFound('request.not_found', 'Not found.'));
  },
};
