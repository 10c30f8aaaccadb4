import { ReadyBody } from './ready-body.ts';

interface Kept {
  readonly body: ReadyBody;
  bytes: number;
}

/** The newest ready body of each user, those least recently asked for leaving first, all together bounded in bytes. */
export class BodyCache {
  readonly #maxBytes: number;
  /** A Map keeps the order of insertion: first is the least recently used. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The body of exactly this version, or undefined. */
  get(userId: string, version: string): ReadyBody | undefined {
    const kept = this.#kept.get(userId);
    if (kept?.body.version !== version) return undefined;
    this.#kept.delete(userId);
    this.#kept.set(userId, kept);
    return kept.body;
  }

  put(userId: string, version: string, plain: Buffer): ReadyBody {
    this.#drop(userId);
    const kept: Kept = {
      body: new ReadyBody(version, plain, (bytes) => this.#grow(userId, kept, bytes)),
      bytes: 0,
    };
    this.#kept.set(userId, kept);
    this.#grow(userId, kept, plain.length);
    return kept.body;
  }

  #grow(userId: string, kept: Kept, bytes: number): void {
    // An encoding may be finished after its body has left.
    if (this.#kept.get(userId) !== kept) return;
    kept.bytes += bytes;
    this.#bytes += bytes;
    for (const [oldest] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(userId: string): void {
    const kept = this.#kept.get(userId);
    if (!kept) return;
    this.#kept.delete(userId);
    this.#bytes -= kept.bytes;
  }
}
