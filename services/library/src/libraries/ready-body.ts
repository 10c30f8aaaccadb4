import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseEncoding, type Encoding } from '@nightshelf/platform/http/headers.ts';
import type { LibraryState } from './library-state.ts';

const compress: Readonly<Record<Encoding, (plain: Buffer) => Promise<Buffer>>> = {
  br: (plain) => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (plain) => promisify(gzip)(plain, { level: 1 }),
};

const worthCompressing = 1024;

/** The whole response for one state of one library. Creates each encoding once, on first use. */
export class ReadyBody {
  /** Read before the rest: the response has this state or a newer one. */
  readonly state: LibraryState;
  readonly plain: Buffer;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();
  readonly #onGrown: (bytes: number) => void;

  /** @param onGrown called with the size of each new encoding */
  constructor(state: LibraryState, plain: Buffer, onGrown: (bytes: number) => void) {
    this.state = state;
    this.plain = plain;
    this.#onGrown = onGrown;
  }

  /** @returns the bytes to send and their encoding; null for none */
  async for(acceptEncoding: string | undefined): Promise<{ bytes: Buffer; encoding: Encoding | null }> {
    const encoding = this.plain.length < worthCompressing ? null : chooseEncoding(acceptEncoding);
    return { bytes: encoding ? await this.#encode(encoding) : this.plain, encoding };
  }

  #encode(encoding: Encoding): Promise<Buffer> {
    const ready = this.#encoded.get(encoding);
    if (ready) return ready;
    const making = compress[encoding](this.plain).then((bytes) => {
      this.#onGrown(bytes.length);
      return bytes;
    });
    this.#encoded.set(encoding, making);
    making.catch(() => this.#encoded.delete(encoding));
    return making;
  }
}
