import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/**
 * Ends a request as far as the HTTP server is concerned, and keeps its connection: all that is left of it is the socket, where
 * request, response and what every policy knew of them would be six times as much. The body goes on until the connection ends.
 * @param response nothing of it is sent yet, but its headers may be written
 * @param text how the body begins
 * @param taken called once that is sent, and never when the caller has left before
 */
export function leaveOpen(response: ServerResponse, socket: Socket, text: string, taken: () => void): void {
  // It is how node ends the connection of a last response, once all of it is written.
  socket.destroySoon = () => {
    socket.destroySoon = Socket.prototype.destroySoon;
    // A listener of our own takes the connection from node's parser.
    socket.removeAllListeners('data').on('data', leave);
    socket.resume();
    taken();
  };
  response.end(text);
}

/** Whoever goes on to talk does not know what a stream is. */
function leave(this: Socket): void {
  this.destroy();
}
