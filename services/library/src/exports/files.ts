import { guardedCell } from '@nightshelf/contracts/whole-vault.ts';
import { unavailable } from '@nightshelf/platform/errors/coded-error.ts';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { limitedStreams } from '../limited-streams.ts';

/** Opens a stream without download headers. @throws CodedError 503 when too many downloads are in progress */
export const streamed = limitedStreams(16, () =>
  unavailable('library.busy', 'Too many vaults are being exported. Please try again.'),
);

const types = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
} as const;

/**
 * Streams a file, reading it at the receiver's pace.
 * @throws CodedError 503 when too many downloads are in progress
 */
export function sendFile(reply: FastifyReply, name: string, ending: keyof typeof types, pieces: AsyncIterable<string>) {
  const file = streamed(pieces);
  const today = new Date().toISOString().slice(0, 10);
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="${name}-${today}.${ending}"`,
    })
    .type(types[ending])
    .send(file);
}

/** Returns lines of a CSV whose cells no spreadsheet runs as formulas. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => row.map(guardedCell)),
    { record_delimiter: 'windows' },
  );

/** Yields the items of pages as a JSON array. */
export async function* jsonArray(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.map((item) => JSON.stringify(item)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]' : ']';
}
