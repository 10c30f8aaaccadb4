import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { failureBody } from '@nightshelf/platform/errors/error-answer.ts';
import { whenSettled } from '@nightshelf/platform/http/early-answer.ts';
import { escapeHtml } from '@nightshelf/platform/http/escape-html.ts';
import { type GatewayRequest, secondsLeft } from './exchange.ts';

export const readingMethods = ['GET', 'HEAD'] as const;

/** Returns the 405 error for a method that a path lacks. @param methods the allowed ones */
export function methodNotAllowed(methods: readonly string[]): CodedError {
  const last = methods.at(-1);
  const named = methods.length > 1 ? `${methods.slice(0, -1).join(', ')} and ${last} are` : `${last} is`;
  const headers = { allow: methods.join(', ') };
  return new CodedError(405, 'request.method_not_allowed', `Only ${named} answered here.`, { headers });
}

/** Responds to OPTIONS with the path's methods. No CORS headers: other sites get no access. */
export function respondToOptions(request: GatewayRequest, response: ServerResponse, methods: readonly string[]): void {
  sendResponse(request, response, 204, ['allow', methods.join(', '), 'cache-control', 'no-store'], '');
}

/** Returns the headers of the tightest counted limit; the reset is in seconds. */
function limitHeaders({ allowance }: GatewayRequest['exchange']): string[] {
  if (!allowance) return [];
  const seconds = secondsLeft(allowance);
  return [
    'ratelimit-limit',
    String(allowance.limit),
    'ratelimit-remaining',
    String(allowance.remaining),
    'ratelimit-reset',
    String(seconds),
  ];
}

/**
 * Starts a response with the policies' headers and `headers`, names and values in turn. Only files bypass this: node
 * writes one flat list faster than single headers.
 */
export function beginResponse(
  request: GatewayRequest,
  response: ServerResponse,
  status: number,
  headers: readonly string[],
): void {
  response.writeHead(status, request.exchange.headers.concat(limitHeaders(request.exchange), headers));
}

export function sendResponse(
  request: GatewayRequest,
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  body: string,
): void {
  const length = status === 204 ? [] : ['content-length', String(Buffer.byteLength(body))];
  beginResponse(request, response, status, [...headers, ...length]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Sends an error as JSON, or as a page to a browser navigation. Closes the connection when part of the request is still
 * to come, since it would block the next one.
 */
export function sendFailure(request: GatewayRequest, response: ServerResponse, error: CodedError): void {
  if (response.headersSent) {
    // The status is already sent; only a broken connection can show that the body is incomplete.
    response.destroy();
    return;
  }
  whenSettled(response, (isEarly) => {
    if (isEarly) response.shouldKeepAlive = false;
    writeFailure(request, response, error);
  });
}

function writeFailure(request: GatewayRequest, response: ServerResponse, error: CodedError): void {
  const { exchange } = request;
  exchange.requestId ||= randomUUID();
  const [type, body] = isOpenedAsPage(request)
    ? ['text/html', failurePage(error.message)]
    : ['application/json', JSON.stringify(failureBody(error, exchange.requestId))];
  const headers = ['content-type', `${type}; charset=utf-8`, 'cache-control', 'no-store'];
  for (const [name, value] of Object.entries(error.headers ?? {})) headers.push(name, value);
  sendResponse(request, response, error.status, headers, body);
}

/** Returns whether a browser navigated here, as after a redirect from an identity provider. */
const isOpenedAsPage = (request: GatewayRequest) => request.headers['sec-fetch-dest'] === 'document';

const failurePage = (message: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Nightshelf</title></head>
<body><h1>Nightshelf</h1><p>${escapeHtml(message)}</p><p><a href="/">Home</a></p></body></html>
`;
