import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** How long the rest of a refused request is read and discarded. */
const lingerMs = 10_000;

const isStillComing = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/**
 * Calls `answer` once it is known whether the request is complete. Waits for a body that came with its headers, because
 * closing the connection would cost the caller a new one.
 * @param answer receives true when part of the request is still missing, so that the response must close the connection;
 * not called when reading failed and a response was already sent
 */
export function whenSettled(response: ServerResponse, answer: (isEarly: boolean) => void): void {
  const { req: request } = response;
  if (!isStillComing(request)) {
    answer(false);
    return;
  }
  setImmediate(() => {
    if (!response.headersSent) answer(isStillComing(request));
  });
}

/**
 * Lets callers read a response sent before the end of their request. Closing a connection with unread bytes resets it
 * and loses the response, so only our side ends and the rest is discarded for a while.
 */
export function lingerAfterEarlyAnswers(server: Server): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isStillComing(request)) return;
    // Before node's own listener, which destroys the connection after its last response.
    response.prependOnceListener('finish', () => {
      const { socket } = request;
      socket.destroySoon = () => linger(socket);
    });
  });
}

/** Ends our side of a connection and discards incoming data until the other side ends. */
export function linger(socket: Duplex, last?: string): void {
  if (socket.destroyed) return;
  if (last === undefined) socket.end();
  else socket.end(last);
  ignoreRest(socket);
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
}

/** Stops parsing requests of a connection and discards incoming data. */
export function ignoreRest(socket: Duplex): void {
  // Removing node's data listener detaches its parser from the connection.
  socket.removeAllListeners('data').on('data', () => undefined);
  socket.resume();
}
