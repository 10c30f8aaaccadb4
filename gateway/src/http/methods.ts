import type { ServerResponse } from 'node:http';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { sendAnswer } from './answer.ts';
import type { GatewayRequest } from './exchange.ts';

export const readingMethods = ['GET', 'HEAD'] as const;

/** Returns the 405 error for a method that a path lacks. @param methods the allowed ones */
export function methodNotAllowed(methods: readonly string[]): CodedError {
  const last = methods.at(-1);
  const named = methods.length > 1 ? `${methods.slice(0, -1).join(', ')} and ${last} are` : `${last} is`;
  const headers = { allow: methods.join(', ') };
  return new CodedError(405, 'request.method_not_allowed', `Only ${named} answered here.`, { headers });
}

/** Responds to OPTIONS with the path's methods. No CORS headers: other sites get no access. */
export function answerOptions(request: GatewayRequest, response: ServerResponse, methods: readonly string[]): void {
  sendAnswer(request, response, 204, ['allow', methods.join(', '), 'cache-control', 'no-store'], '');
}
