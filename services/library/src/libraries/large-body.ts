import { pipeline, type Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { chooseEncoding, type Encoding } from '@nightshelf/platform/http/headers.ts';
import type { LibraryState } from './library-state.ts';

/** The default of 16 KB would switch threads for every chunk. */
const chunkSize = 128 * 1024;

/** Brotli's smaller window takes a quarter of a megabyte instead of four. */
const encoders = {
  br: () =>
    createBrotliCompress({
      chunkSize,
      params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 },
    }),
  gzip: () => createGzip({ level: 1, chunkSize }),
} as const;

/** A response too large to cache, read while it is sent, at the receiver's pace. */
export class LargeBody {
  readonly state: LibraryState;
  readonly #open: () => Promise<Readable>;

  /** @param open starts a new read for each receiver */
  constructor(state: LibraryState, open: () => Promise<Readable>) {
    this.state = state;
    this.#open = open;
  }

  /** @returns the bytes to send and their encoding; null for none */
  async for(acceptEncoding: string | undefined): Promise<{ bytes: Readable; encoding: Encoding | null }> {
    const plain = await this.#open();
    const encoding = chooseEncoding(acceptEncoding);
    // The caller sees a failure as an error of the last stream.
    return { bytes: encoding ? pipeline(plain, encoders[encoding](), () => undefined) : plain, encoding };
  }
}
