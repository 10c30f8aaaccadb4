import { Readable } from 'node:stream';
import { unavailable } from '@nightshelf/platform/errors/coded-error.ts';
import type { FastifyReply } from 'fastify';

/** Limits concurrent downloads, since each keeps a page in memory. */
const atOnce = 16;
const longestMs = 600_000;

const types = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
} as const;

/** Counts the downloads in progress. */
export interface Files {
  underWay: number;
}

interface Named {
  readonly name: string;
  readonly ending: keyof typeof types;
}

/**
 * Streams a file, reading it at the receiver's pace.
 * @throws CodedError 503 when too many downloads are in progress
 */
export function sendFile(reply: FastifyReply, files: Files, { name, ending }: Named, pieces: AsyncIterable<string>) {
  const file = streamed(files, pieces);
  const today = new Date().toISOString().slice(0, 10);
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="${name}-${today}.${ending}"`,
    })
    .type(types[ending])
    .send(file);
}

/**
 * Returns a stream that reads at the receiver's pace, without download headers.
 * @throws CodedError 503 when too many downloads are in progress
 */
export function streamed(files: Files, pieces: AsyncIterable<string>): Readable {
  if (files.underWay >= atOnce) {
    throw unavailable('library.busy', 'Too many vaults are being exported. Please try again.');
  }
  files.underWay += 1;
  const file = Readable.from(pieces, { objectMode: false, signal: AbortSignal.timeout(longestMs) });
  file.once('close', () => {
    files.underWay -= 1;
  });
  return file;
}
