import { LRUCache } from 'lru-cache';
import type { LibraryState } from './library-state.ts';
import { ReadyBody } from './ready-body.ts';

interface Kept {
  readonly body: ReadyBody;
  /** Includes its encodings. */
  readonly bytes: number;
}

/** Caches the newest body of each user, up to a number of bytes; evicts the least recently used first. */
export class BodyCache {
  readonly #kept: LRUCache<string, Kept>;

  constructor(maxBytes: number) {
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes });
  }

  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /** Returns the body of any state; the caller must check it. */
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
    // An encoding may finish after its body was evicted.
    if (kept?.body === body) this.#kept.set(userId, { body, bytes: kept.bytes + bytes });
  }
}
