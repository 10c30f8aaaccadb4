import type { ServerResponse } from 'node:http';
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

/** One open stream. There are thousands: no timer and no closure of its own. */
export class LiveStream {
  readonly topics: StreamTopics;
  /** Whether it has been told that nothing is missed from now on. */
  isGreeted = false;
  /** Which turn of the heartbeats it has. */
  turn = 0;
  readonly #response: ServerResponse;
  #wasBehind = false;

  constructor(response: ServerResponse, topics: StreamTopics) {
    this.#response = response;
    this.topics = topics;
  }

  /** Whether its reader has taken all that was sent. */
  get isEven(): boolean {
    return this.#response.writableLength === 0;
  }

  /** @returns false when it was not sent, since too much waits already: such a stream is greeted again when its reader is even */
  send(text: string): boolean {
    if (this.#response.writableLength > mostWaiting) return false;
    this.#response.write(text);
    return true;
  }

  greet(): boolean {
    this.isGreeted = this.send(hello);
    return this.isGreeted;
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
    if (this.isEven) this.#response.end(text);
    else this.drop();
  }

  drop(): void {
    this.#response.destroy();
  }
}
