import { LRUCache } from 'lru-cache';
import type { LibraryState } from './library-state.ts';
import { ReadyBody } from './ready-body.ts';

interface Kept {
  readonly body: ReadyBody;
  /** With its encodings. */
  readonly bytes: number;
}

/** The newest ready body of each user, those least recently asked for leaving first, all together bounded in bytes. */
export class BodyCache {
  readonly #kept: LRUCache<string, Kept>;

  constructor(maxBytes: number) {
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes });
  }

  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /** Of whatever state it is. */
  get(userId: string): ReadyBody | undefined {
    return this.#kept.get(userId)?.body;
  }

  put(userId: string, state: LibraryState, plain: Buffer): ReadyBody {
    const body = new ReadyBody(state, plain, (bytes) => this.#grow(userId, body, bytes));
    this.#kept.set(userId, { body, bytes: plain.length });
    return body;
  }

  #grow(userId: string, body: ReadyBody, bytes: number): void {
    const kept = this.#kept.peek(userId);
    // An encoding may be finished after its body has left.
    if (kept?.body === body) this.#kept.set(userId, { body, bytes: kept.bytes + bytes });
  }
}
