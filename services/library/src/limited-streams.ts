import { Readable } from 'node:stream';
import type { CodedError } from '@nightshelf/platform/errors/coded-error.ts';

const longestMs = 600_000;

/**
 * Limits concurrent streams, since each keeps its current piece in memory. A stream reads at the receiver's pace.
 * @returns a function that opens a stream, and throws the refusal when too many are open
 */
export function limitedStreams(most: number, refusal: () => CodedError) {
  let open = 0;
  return (pieces: AsyncIterable<string | Buffer>): Readable => {
    if (open >= most) throw refusal();
    open += 1;
    const stream = Readable.from(pieces, { objectMode: false, signal: AbortSignal.timeout(longestMs) });
    return stream.once('close', () => {
      open -= 1;
    });
  };
}
