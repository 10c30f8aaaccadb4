import type { Socket } from 'node:net';
import { heartbeat, hello } from './frames.ts';

/** Whose stream it is, and what it tells of beside that user's own. */
export interface StreamTopics {
  readonly userId: string;
  readonly sessionId: string;
  /** Network address of the caller. */
  readonly address: string;
  /** Users whose pages are open. */
  readonly pages: readonly string[];
  readonly games: readonly string[];
}

/** Most bytes that wait in this process for a reader to take them: a hundred hints. More only come in a single write. */
const mostWaiting = 16 * 1024;

/** How long the last word may take to be sent, in milliseconds. */
const goodbyeMs = 2000;

/** One open stream. There are thousands: no timer and no closure of its own. */
export class LiveStream {
  readonly topics: StreamTopics;
  /** Whether the answer has begun; nothing is missed before, since it is greeted after that. */
  hasBegun = false;
  /** Whether it has been told that nothing is missed from now on. */
  isGreeted = false;
  /** Which turn of the heartbeats it has. */
  turn = 0;
  readonly #socket: Socket;
  #wasBehind = false;

  constructor(socket: Socket, topics: StreamTopics) {
    this.#socket = socket;
    this.topics = topics;
  }

  /** Whether its reader has taken all that was sent. */
  get isEven(): boolean {
    return this.#socket.writableLength === 0;
  }

  /** @returns false when it was not sent, since too much waits already: such a stream is greeted again when its reader is even */
  send(text: string): boolean {
    if (!this.hasBegun) return true;
    if (this.#socket.writableLength > mostWaiting) return false;
    this.#socket.write(text);
    return true;
  }

  greet(): boolean {
    this.isGreeted = this.hasBegun && this.send(hello);
    return this.isGreeted || !this.hasBegun;
  }

  /** @returns false when it has to be dropped: something has waited since the last time */
  beat(): boolean {
    const isBehind = !this.isEven;
    if (isBehind && this.#wasBehind) return false;
    this.#wasBehind = isBehind;
    this.send(heartbeat);
    return true;
  }

  /** Says why, and closes the connection; at once where the reader would not take that either. */
  end(text: string): void {
    if (!this.hasBegun || !this.isEven) {
      this.drop();
    } else {
      this.#socket.write(text);
      this.#socket.destroySoon();
      // Of the server's own closing such a connection knows nothing.
      setTimeout(() => this.drop(), goodbyeMs).unref();
    }
  }

  drop(): void {
    this.#socket.destroy();
  }
}
