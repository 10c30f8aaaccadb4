import type { ServerResponse } from 'node:http';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { sendAnswer } from './answer.ts';
import type { GatewayRequest } from './exchange.ts';

/** What files and pages take. */
export const readingMethods = ['GET', 'HEAD'] as const;

/** The error for a method that a path does not have. @param methods that it has */
export function methodNotAllowed(methods: readonly string[]): CodedError {
  const last = methods.at(-1);
  const named = methods.length > 1 ? `${methods.slice(0, -1).join(', ')} and ${last} are` : `${last} is`;
  const headers = { allow: methods.join(', ') };
  return new CodedError(405, 'request.method_not_allowed', `Only ${named} answered here.`, { headers });
}

/** Answers OPTIONS: which methods a path has. Other sites are granted nothing, so that no more is said. */
export function answerOptions(request: GatewayRequest, response: ServerResponse, methods: readonly string[]): void {
  sendAnswer(request, response, 204, ['allow', methods.join(', '), 'cache-control', 'no-store'], '');
}
