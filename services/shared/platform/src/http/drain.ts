import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

const finishMs = 20_000;

/** Closes a server without failing requests that were sent before the caller could know. */
export class Drain {
  readonly #server: Server;
  readonly #lingerMs: number;
  #draining = false;

  /**
   * @param lingerMs how long idle connections stay open for requests in flight. When it exceeds the idle time of the
   * callers' connections, no request can be lost.
   */
  constructor(server: Server, lingerMs: number) {
    this.#server = server;
    this.#lingerMs = lingerMs;
    server.prependListener('request', (_, response: ServerResponse) => {
      if (this.#draining) response.shouldKeepAlive = false;
    });
  }

  async run(): Promise<void> {
    this.#draining = true;
    const closed = new Promise<void>((resolve) => {
      this.#server.once('close', resolve);
    });
    // The HTTP server's own close would cut idle connections immediately.
    NetServer.prototype.close.call(this.#server);
    const linger = setTimeout(() => this.#server.closeIdleConnections(), this.#lingerMs);
    const cut = setTimeout(() => this.#server.closeAllConnections(), finishMs);
    await closed;
    clearTimeout(linger);
    clearTimeout(cut);
  }
}
