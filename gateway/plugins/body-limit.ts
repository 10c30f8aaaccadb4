import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { sendFailure } from '../src/http/answer.ts';
import { readBody } from '../src/http/read-body.ts';
import type { Policy } from './policy.ts';

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
