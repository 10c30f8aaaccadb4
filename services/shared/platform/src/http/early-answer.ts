import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** How long is read of what nobody waits for, in milliseconds. */
const lingerMs = 10_000;

/** Whether the request has a body of which not all has come. */
const isStillComing = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/**
 * Calls back as soon as it is known whether the request is whole. A body that came with its headers is read after them: to
 * close a connection for such a one would make its next request wait for another.
 * @param answer is told whether the rest is still to come, so that the connection must close with the answer; not called when
 * the rest could not be read, which has been answered then
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
 * Lets callers read an answer that came before all of their request. To close a connection on which bytes wait unread
 * resets it, and the answer is lost with it: instead only our side ends, and the rest is thrown away unseen for a while.
 */
export function lingerAfterEarlyAnswers(server: Server): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isStillComing(request)) return;
    // Before node's own listener, which destroys the connection of a last response.
    response.prependOnceListener('finish', () => {
      const { socket } = request;
      socket.destroySoon = () => linger(socket);
    });
  });
}

/** Ends our side of a connection, and reads no more requests from it: what comes is thrown away until the other side ends. */
export function linger(socket: Duplex, last?: string): void {
  if (socket.destroyed) return;
  if (last === undefined) socket.end();
  else socket.end(last);
  ignoreRest(socket);
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
}

/** Reads no more requests from a connection, and throws away what comes. */
export function ignoreRest(socket: Duplex): void {
  // A listener of our own takes the connection from node's parser.
  socket.removeAllListeners('data').on('data', () => undefined);
  socket.resume();
}
