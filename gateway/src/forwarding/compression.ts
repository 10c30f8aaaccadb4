import type { IncomingHttpHeaders } from 'node:http';
import { type BrotliCompress, constants, createBrotliCompress, createGzip, type Gzip } from 'node:zlib';
import { chooseEncoding, type Encoding } from '@nightshelf/platform/http/accept-encoding.ts';

/** Smaller bodies fit into one packet uncompressed, in bytes. */
const compressFrom = 1024;

/**
 * How to compress a response; null when it is small, is no JSON, is a part (206), or the service has compressed it or
 * forbids it (no-transform).
 */
export function encodingFor(
  method: string | undefined,
  acceptEncoding: string | undefined,
  status: number,
  headers: IncomingHttpHeaders,
): Encoding | null {
  if (!acceptEncoding || method === 'HEAD' || status < 200 || status === 204 || status === 206 || status === 304)
    return null;
  if (headers['content-encoding'] || !headers['content-type']?.includes('json')) return null;
  if (headers['cache-control']?.includes('no-transform')) return null;
  const length = headers['content-length'];
  if (length !== undefined && Number(length) <= compressFrom) return null;
  return chooseEncoding(acceptEncoding);
}

/** A compressor at a low level, about as fast as the network. Nothing is flushed before the end. */
export function createEncoder(encoding: Encoding): BrotliCompress | Gzip {
  return encoding === 'br'
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 18 } })
    : createGzip({ level: 2 });
}
