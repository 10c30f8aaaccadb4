import type { LiveStream } from './live-stream.ts';

const none: ReadonlySet<LiveStream> = new Set();

/** Streams by a shared property, such as the user. */
export class StreamsBy {
  readonly #streams = new Map<string, Set<LiveStream>>();

  add(key: string, stream: LiveStream): void {
    const known = this.#streams.get(key);
    if (known) known.add(stream);
    else this.#streams.set(key, new Set([stream]));
  }

  remove(key: string, stream: LiveStream): void {
    const known = this.#streams.get(key);
    known?.delete(stream);
    if (known?.size === 0) this.#streams.delete(key);
  }

  of(key: string): ReadonlySet<LiveStream> {
    return this.#streams.get(key) ?? none;
  }

  has(key: string): boolean {
    return this.#streams.has(key);
  }

  keys(): IterableIterator<string> {
    return this.#streams.keys();
  }
}
