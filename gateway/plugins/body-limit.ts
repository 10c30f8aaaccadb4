import type { IncomingMessage } from 'node:http';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { sendFailure } from '../src/http/response.ts';
import type { Policy } from '../src/runtime.ts';

/**
 * Reads the whole body. Never calls `done` when the caller leaves early.
 * @param limit in bytes
 * @param done receives null as soon as the body exceeds the limit; the rest is discarded
 */
function readBody(request: IncomingMessage, limit: number, done: (body: Buffer | null) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const add = (chunk: Buffer) => {
    length += chunk.length;
    if (length <= limit) {
      chunks.push(chunk);
      return;
    }
    request.off('data', add).off('end', finish);
    request.resume();
    done(null);
  };
  const finish = () => done(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length));
  request.on('data', add).once('end', finish);
}

const tooLarge = () => new CodedError(413, 'request.too_large', 'The request is too large.');

/** Buffers the whole body so that it can be resent, and returns 413 when it exceeds the limit in bytes. */
export const bodyLimit: Policy<{ bytes: number }> = {
  name: 'body-limit',
  properties: { bytes: { type: 'integer', minimum: 0 } },
  create:
    (_, { bytes }) =>
    (request, response, next) => {
      const { exchange, headers } = request;
      const length = Number(headers['content-length'] ?? 0);
      if (length > bytes) return sendFailure(request, response, tooLarge());
      if (length === 0 && headers['transfer-encoding'] === undefined) return next();
      readBody(request, bytes, (body) => {
        if (body === null) {
          // The caller is still sending, so the connection cannot be reused.
          response.shouldKeepAlive = false;
          return sendFailure(request, response, tooLarge());
        }
        if (body.length > 0) exchange.body = body;
        next();
      });
    },
};
