import type { IncomingMessage } from 'node:http';

/**
 * Reads a request's whole body. When the caller leaves before the end, `done` is never called.
 * @param limit in bytes
 * @param done is given null as soon as the body is longer than the limit; the rest of it is thrown away
 */
export function readBody(request: IncomingMessage, limit: number, done: (body: Buffer | null) => void): void {
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
