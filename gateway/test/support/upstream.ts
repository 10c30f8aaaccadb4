import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterTests } from '@nightshelf/testing/close-after-tests.ts';

export interface Upstream {
  readonly url: string;
  /** Requests received, newest last. */
  readonly requests: readonly IncomingMessage[];
  /** The handler of further requests. */
  answer: RequestListener;
  close(): Promise<void>;
}

/** Responds with the service's name, so that a test sees which one was called. */
export const naming =
  (name: string): RequestListener =>
  (request, response) =>
    sendJson(response, { success: true, service: name, method: request.method, url: request.url });

export function sendJson(
  response: ServerResponse,
  body: unknown,
  headers: Record<string, string | string[]> = {},
): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}

/** Starts an HTTP server as a fake service. */
export async function startUpstream(answer: RequestListener, port = 0): Promise<Upstream> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    upstream.answer(request, response);
  });
  server.keepAliveTimeout = 65_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const upstream: Upstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer,
    close: closeAfterTests(async () => {
      server.close();
      server.closeAllConnections();
    }),
  };
  return upstream;
}
