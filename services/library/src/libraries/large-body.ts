import { pipeline, type Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { chooseEncoding, type Encoding } from '@nightshelf/platform/http/accept-encoding.ts';
import type { LibraryState } from './library-state.ts';

/** Bytes that an encoder gives at a time: by default it would go to another thread and back for every 16 KB. */
const chunkSize = 128 * 1024;

/** Of brotli a smaller window than usual, which takes a quarter of a megabyte in place of four. */
const encoders = {
  br: () =>
    createBrotliCompress({
      chunkSize,
      params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 },
    }),
  gzip: () => createGzip({ level: 1, chunkSize }),
} as const;

/** A response that is too large to be kept: read while it is sent, at its receiver's pace. */
export class LargeBody {
  readonly state: LibraryState;
  readonly #open: () => Promise<Readable>;

  /** @param open begins to read the whole, for each who is to receive it */
  constructor(state: LibraryState, open: () => Promise<Readable>) {
    this.state = state;
    this.#open = open;
  }

  /** @returns what to send, and the encoding that it is in; null for none */
  async for(acceptEncoding: string | undefined): Promise<{ bytes: Readable; encoding: Encoding | null }> {
    const plain = await this.#open();
    const encoding = chooseEncoding(acceptEncoding);
    // Whoever sends it hears of a fault from the last of the two.
    return { bytes: encoding ? pipeline(plain, encoders[encoding](), () => undefined) : plain, encoding };
  }
}
