import type { IncomingHttpHeaders } from 'node:http';
import { type BrotliCompress, constants, createBrotliCompress, createGzip, type Gzip } from 'node:zlib';
import { chooseEncoding, type Encoding } from '@nightshelf/platform/http/accept-encoding.ts';

/** Smaller bodies fit into one packet uncompressed, in bytes. */
const compressFrom = 1024;

/**
 * Returns the encoding of a response; null when it is small, not JSON, partial (206), already compressed, or
 * no-transform.
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

/** Returns a fast compressor, about as fast as the network. It flushes only at the end. */
export function createEncoder(encoding: Encoding): BrotliCompress | Gzip {
  return encoding === 'br'
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 18 } })
    : createGzip({ level: 2 });
}
