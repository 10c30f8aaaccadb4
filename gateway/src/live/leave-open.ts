import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/**
 * Detaches a stream from the HTTP server and keeps only its socket, which saves most of the memory. The stream ends
 * when the caller sends more data or ends its side.
 * @param response nothing is sent yet, but the headers may be written
 * @param text the start of the body
 * @param taken called once the text is sent; never when the caller has left before
 */
export function leaveOpen(response: ServerResponse, socket: Socket, text: string, taken: () => void): void {
  // Node calls this to end the connection after the last response is written.
  socket.destroySoon = () => {
    socket.destroySoon = Socket.prototype.destroySoon;
    takeFromServer(socket);
    taken();
  };
  response.end(text);
}

/** Replaces the HTTP server's listeners and methods on the socket by those of a plain socket. */
function takeFromServer(socket: Socket): void {
  // Our own data listener detaches the connection from node's parser.
  socket.removeAllListeners('data').on('data', leave);
  // The server's close listeners release the parser and its state.
  for (const listener of socket.listeners('close')) Reflect.apply(listener, socket, []);
  for (const event of ofServer) socket.removeAllListeners(event);
  const { on, addListener, prependListener, setEncoding } = Socket.prototype;
  Object.assign(socket, { on, addListener, prependListener, setEncoding });
  socket.on('end', leave).on('error', leave);
  socket.resume();
}

const ofServer = ['close', 'drain', 'end', 'error', 'pause', 'resume', 'timeout'] as const;

/** A client that keeps sending does not support streams. */
function leave(this: Socket): void {
  this.destroy();
}
