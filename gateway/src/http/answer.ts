import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { failureBody } from '@nightshelf/platform/errors/error-answer.ts';
import { whenSettled } from '@nightshelf/platform/http/early-answer.ts';
import { escapeHtml } from '@nightshelf/platform/http/escape-html.ts';
import { secondsLeft } from '../limits/verdict.ts';
import type { GatewayRequest } from './exchange.ts';

/** Headers for the limits that were counted, in seconds until the window ends. */
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
 * Begins a response with the policies' headers and `headers`, names and values in turn. All but files begin here: node
 * writes one flat list faster than headers set one by one.
 */
export function beginAnswer(
  request: GatewayRequest,
  response: ServerResponse,
  status: number,
  headers: readonly string[],
): void {
  response.writeHead(status, request.exchange.headers.concat(limitHeaders(request.exchange), headers));
}

/** Answers with a whole body, or with its headers alone on HEAD. */
export function sendAnswer(
  request: GatewayRequest,
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  body: string,
): void {
  const length = status === 204 ? [] : ['content-length', String(Buffer.byteLength(body))];
  beginAnswer(request, response, status, [...headers, ...length]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Answers an error in the product's form, or as a page when the browser opened it as one. When more of the request is still to
 * come, the connection ends with the answer: nobody can tell when the next request on it would have its turn.
 */
export function sendFailure(request: GatewayRequest, response: ServerResponse, error: CodedError): void {
  if (response.headersSent) {
    // The status is sent already; only a broken connection still tells that the body is not complete.
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
  sendAnswer(request, response, error.status, headers, body);
}

/** Whether a browser shows the response to a person, as when an identity provider sends somebody back. */
const isOpenedAsPage = (request: GatewayRequest) => request.headers['sec-fetch-dest'] === 'document';

const failurePage = (message: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Nightshelf</title></head>
<body><h1>Nightshelf</h1><p>${escapeHtml(message)}</p><p><a href="/">Home</a></p></body></html>
`;
