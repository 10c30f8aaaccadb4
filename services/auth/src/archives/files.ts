import { stringify } from 'csv-stringify/sync';
import { Zip, ZipDeflate } from 'fflate';

/** A file of an archive; `content` yields pieces of its text. */
export interface ArchiveFile {
  readonly name: string;
  readonly content: AsyncIterable<string> | Iterable<string>;
}

export type Rows = AsyncIterable<readonly Row[]>;
export type Row = Readonly<Record<string, unknown>>;

export const jsonFile = (name: string, value: unknown): ArchiveFile => ({
  name: `${name}.json`,
  content: [`${JSON.stringify(value, null, 2)}\n`],
});

/** Returns a JSON file of a list, streamed page by page. */
export const listFile = (name: string, rows: Rows): ArchiveFile => ({ name: `${name}.json`, content: jsonList(rows) });

async function* jsonList(pages: Rows): AsyncGenerator<string> {
  let begin = '[';
  for await (const page of pages) {
    for (const row of page) {
      yield `${begin}\n${JSON.stringify(row)}`;
      begin = ',';
    }
  }
  yield begin === '[' ? '[]\n' : '\n]\n';
}

/**
 * Returns the rows as a CSV file. Spreadsheets need the byte-order mark to detect UTF-8; formulas are escaped with a
 * quote.
 * @param columns separated by spaces
 */
export const tableFile = (name: string, columns: string, rows: Rows): ArchiveFile => ({
  name: `${name}.csv`,
  content: csv(columns.split(' '), rows),
});

async function* csv(columns: readonly string[], pages: Rows): AsyncGenerator<string> {
  const options = { columns: [...columns], escape_formulas: true, record_delimiter: 'windows' } as const;
  yield stringify([], { ...options, header: true, bom: true });
  for await (const page of pages) yield stringify([...page], { ...options, cast: { boolean: String } });
}

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
