import { notFound as notFoundError } from '@nightshelf/platform/errors/coded-error.ts';
import { sendFailure } from '../src/http/response.ts';
import type { Policy } from '../src/runtime.ts';

/** Returns 404 when no service handles the path. */
export const notFound: Policy = {
  name: 'not-found',
  create: () => (request, response) => sendFailure(request, response, notFoundError('request.not_found', 'Not found.')),
};
