import type { IncomingMessage } from 'node:http';

/**
 * Reads the whole body. Never calls `done` when the caller leaves early.
 * @param limit in bytes
 * @param done receives null as soon as the body exceeds the limit; the rest is discarded
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
