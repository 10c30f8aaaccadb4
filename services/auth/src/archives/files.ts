import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { stringify } from 'csv-stringify/sync';

/** A file of an archive; `content` yields pieces of its text. */
export interface ArchiveFile {
  readonly name: string;
  readonly content: AsyncIterable<string> | Iterable<string>;
}

export type Rows = AsyncIterable<readonly Row[]>;
type Row = Readonly<Record<string, unknown>>;

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
 */
export const tableFile = (name: string, columns: readonly string[], rows: Rows): ArchiveFile => ({
  name: `${name}.csv`,
  content: csv(columns, rows),
});

async function* csv(columns: readonly string[], pages: Rows): AsyncGenerator<string> {
  const options = { columns: [...columns], escape_formulas: true, record_delimiter: 'windows' } as const;
  yield stringify([], { ...options, header: true, bom: true });
  for await (const page of pages) yield stringify([...page], { ...options, cast: { boolean: String } });
}

export const entryRow = (entry: LibraryEntry) => ({
  game: entry.game.name,
  guid: entry.guid,
  status: entry.status,
  rating: entry.rating,
  hours_played: entry.hours_played,
  platform: entry.platform?.name,
  date_added: entry.date_added,
  is_shared: entry.is_shared,
  tags: entry.tags?.join(', '),
});

export const entryColumns = [
  'game',
  'guid',
  'status',
  'rating',
  'hours_played',
  'platform',
  'date_added',
  'is_shared',
  'tags',
];

export const playthroughColumns = [
  'id',
  'game',
  'guid',
  'platform',
  'copy',
  'started_on',
  'ended_on',
  'hours',
  'completion',
  'dropped_at',
];

export const sessionColumns = ['game', 'guid', 'day', 'minutes', 'note', 'spoiler', 'playthrough_id'];
