import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/**
 * Ends a request as far as the HTTP server is concerned, and keeps its connection: all that is left of it is the socket, where
 * request, response, parser and what every policy knew of them would be many times as much. The body goes on until the connection
 * ends, which it does as soon as the caller says anything more, or that there is nothing more to say.
 * @param response nothing of it is sent yet, but its headers may be written
 * @param text how the body begins
 * @param taken called once that is sent, and never when the caller has left before
 */
export function leaveOpen(response: ServerResponse, socket: Socket, text: string, taken: () => void): void {
  // It is how node ends the connection of a last response, once all of it is written.
  socket.destroySoon = () => {
    socket.destroySoon = Socket.prototype.destroySoon;
    takeFromServer(socket);
    taken();
  };
  response.end(text);
}

/** Node's own listeners and methods, in place of those by which its HTTP server follows a connection. */
function takeFromServer(socket: Socket): void {
  // A listener of our own takes the connection from node's parser.
  socket.removeAllListeners('data').on('data', leave);
  // When a connection closes the server lets go of the parser and of all that it has for it.
  for (const listener of socket.listeners('close')) Reflect.apply(listener, socket, []);
  for (const event of ofServer) socket.removeAllListeners(event);
  const { on, addListener, prependListener, setEncoding } = Socket.prototype;
  Object.assign(socket, { on, addListener, prependListener, setEncoding });
  socket.on('end', leave).on('error', leave);
  socket.resume();
}

const ofServer = ['close', 'drain', 'end', 'error', 'pause', 'resume', 'timeout'] as const;

/** Whoever goes on to talk does not know what a stream is. */
function leave(this: Socket): void {
  this.destroy();
}
