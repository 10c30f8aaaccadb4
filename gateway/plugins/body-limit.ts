import { Transform } from 'node:stream';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { sendFailure } from '../src/http/answer.ts';
import type { Policy } from './policy.ts';

const tooLarge = () => new CodedError(413, 'request.too_large', 'The request is too large.');

/** Refuses bodies over the limit, in bytes: by their declared length, or else by counting what comes. */
export const bodyLimit: Policy<{ bytes: number }> = {
  name: 'body-limit',
  properties: { bytes: { type: 'integer', minimum: 0 } },
  create:
    (_, { bytes }) =>
    (request, response, next) => {
      const { exchange, headers } = request;
      const length = Number(headers['content-length'] ?? 0);
      if (length > bytes) return sendFailure(request, response, tooLarge());
      // The parser holds a body to its declared length, so only one without needs to be counted.
      if (headers['transfer-encoding'] !== undefined) exchange.body = request.pipe(countingUpTo(bytes));
      else if (length > 0) exchange.body = request;
      next();
    },
};

function countingUpTo(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      seen += chunk.length;
      if (seen > bytes) done(tooLarge());
      else done(null, chunk);
    },
  });
}
