import { Zip, ZipDeflate } from 'fflate';
import type { ArchiveFile } from './files.ts';

/** Yields a ZIP file piece by piece, compressing as the consumer reads. */
export async function* zip(files: Iterable<ArchiveFile>): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  const archive = new Zip((error, piece) => {
    if (error) throw error;
    made.push(piece);
  });
  const taken = () => {
    const pieces = made;
    made = [];
    return pieces;
  };
  const encoder = new TextEncoder();
  for (const { name, content } of files) {
    const entry = new ZipDeflate(name, { level: 6 });
    archive.add(entry);
    for await (const text of content) {
      entry.push(encoder.encode(text));
      yield* taken();
    }
    entry.push(new Uint8Array(), true);
    yield* taken();
  }
  archive.end();
  yield* taken();
}

/** Regroups bytes into pieces of one size; the last may be smaller. */
export async function* inPiecesOf(size: number, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting = Buffer.alloc(0);
  for await (const piece of pieces) {
    waiting = Buffer.concat([waiting, piece]);
    for (; waiting.length >= size; waiting = waiting.subarray(size)) yield waiting.subarray(0, size);
  }
  if (waiting.length > 0) yield waiting;
}
