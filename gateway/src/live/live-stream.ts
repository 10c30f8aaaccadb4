import type { Socket } from 'node:net';
import { heartbeat, hello } from './frames.ts';

/** The user of a stream, and the topics beyond the user's own. */
export interface StreamTopics {
  readonly userId: string;
  readonly sessionId: string;
  readonly address: string;
  /** Users whose pages are open. */
  readonly pages: readonly string[];
  readonly games: readonly string[];
}

/**
 * Unsent bytes per stream above which writes are skipped: about a hundred notifications. A single write may exceed it.
 */
const mostWaiting = 16 * 1024;

/** Time limit for sending the last event. */
const goodbyeMs = 2000;

/** One open stream. It has no timer and no closure, since a process has thousands. */
export class LiveStream {
  readonly topics: StreamTopics;
  /**
   * Whether the response has begun. Notifications before that are not lost: the greeting follows and makes the client
   * refetch.
   */
  hasBegun = false;
  /** Whether the client was told that it receives all notifications from now on. */
  isGreeted = false;
  /** The heartbeat turn of this stream. */
  turn = 0;
  readonly #socket: Socket;
  #wasBehind = false;

  constructor(socket: Socket, topics: StreamTopics) {
    this.#socket = socket;
    this.topics = topics;
  }

  /** Whether the client has taken all sent data. */
  get isEven(): boolean {
    return this.#socket.writableLength === 0;
  }

  /**
   * Returns false when too much unsent data skipped the write; the stream is greeted again once the client has caught
   * up.
   */
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

  /** Returns false when data has stayed unsent since the last heartbeat, so the stream must be dropped. */
  beat(): boolean {
    const isBehind = !this.isEven;
    if (isBehind && this.#wasBehind) return false;
    this.#wasBehind = isBehind;
    this.send(heartbeat);
    return true;
  }

  /** Sends the reason and closes the connection; closes immediately when the client is behind. */
  end(text: string): void {
    if (!this.hasBegun || !this.isEven) {
      this.drop();
    } else {
      this.#socket.write(text);
      this.#socket.destroySoon();
      // The HTTP server no longer tracks this connection, so it would not close it either.
      setTimeout(() => this.drop(), goodbyeMs).unref();
    }
  }

  drop(): void {
    this.#socket.destroy();
  }
}
