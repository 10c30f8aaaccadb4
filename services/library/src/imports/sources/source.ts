import type { ImportedFields, ImportOptions } from '@nightshelf/contracts/imports.ts';
import { unguardedCell } from '@nightshelf/contracts/whole-vault.ts';
import {
  type Read,
  readDate,
  readGuid,
  readPlatform,
  readRating,
  readStatus,
  readTags,
  readTimePlayed,
  readTitleAndYear,
} from './read-values.ts';

/** A row's cells by column name. */
type Cells = Readonly<Record<string, string>>;

/** The fields of a row, and messages about unreadable cells. */
export interface ReadRow {
  readonly given: ImportedFields;
  readonly problems: readonly string[];
}

/** Reads the rows of one file format. */
export type Source = (cells: Cells, options: ImportOptions) => ReadRow;

type Reads = { readonly [Field in keyof ImportedFields]?: Read<NonNullable<ImportedFields[Field]>> } & {
  /** About cells that are not a field. */
  readonly problems?: readonly string[];
};

const nothing = { value: null } as const;

/** Collects the fields of a row and the problems of its cells. */
function gathered(reads: Reads): ReadRow {
  const problems: string[] = [];
  const value = <Value>(read: Read<Value> = nothing): Value | null => {
    if ('value' in read) return read.value;
    problems.push(read.problem);
    return null;
  };
  const given: ImportedFields = {
    title: value(reads.title),
    year: value(reads.year),
    guid: value(reads.guid),
    status: value(reads.status),
    rating: value(reads.rating),
    hours_played: value(reads.hours_played),
    platform_id: value(reads.platform_id),
    tags: value(reads.tags),
    is_shared: value(reads.is_shared),
    date_added: value(reads.date_added),
  };
  return { given, problems: [...problems, ...(reads.problems ?? [])] };
}

/** Returns the first filled cell of these columns without its spreadsheet guard, or ''. */
export type Get = (...columns: readonly string[]) => string;

/** A column, several of which the first filled one counts, or a function. */
type Text = string | readonly string[] | ((get: Get) => string);

interface Columns {
  /** Returns what a row is instead of a game, or ''. */
  readonly otherThing?: (get: Get) => string;
  readonly title: Text;
  /** A year or a date. */
  readonly year?: Text;
  readonly guid?: Text;
  readonly status?: Text;
  readonly rating?: readonly [Text, outOf: number];
  /** A 0 means that the time is unknown. */
  readonly hours?: Text;
  readonly platform?: Text;
  readonly tags?: (get: Get) => readonly string[];
  readonly added?: Text;
  /** Fields that need more than the text of a cell. */
  readonly others?: (get: Get, row: Row) => Reads;
}

interface Row {
  /** The columns of the file. */
  readonly columns: readonly string[];
  readonly options: ImportOptions;
}

/** A source whose fields are columns in the words that `read-values.ts` knows. */
export const fromColumns =
  (columns: Columns): Source =>
  (cells, options) => {
    const get: Get = (...names) => names.map((name) => unguardedCell(cells[name] ?? '')).find(Boolean) ?? '';
    const text = (of: Text = []) => (typeof of === 'function' ? of(get) : get(...[of].flat()));
    const thing = columns.otherThing?.(get);
    if (thing) return gathered({ title: { problem: `Not a game: ${thing}.` } });
    const [rating, outOf = 10] = columns.rating ?? [];
    return gathered({
      ...readTitleAndYear(text(columns.title), text(columns.year)),
      guid: readGuid(text(columns.guid)),
      status: readStatus(text(columns.status)),
      rating: readRating(text(rating), outOf),
      hours_played: readTimePlayed(text(columns.hours)),
      platform_id: readPlatform(text(columns.platform)),
      tags: readTags(columns.tags?.(get) ?? []),
      date_added: readDate(text(columns.added)),
      ...columns.others?.(get, { columns: Object.keys(cells), options }),
    });
  };
