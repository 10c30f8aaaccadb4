import type { ImportedFields, ImportOptions } from '@nightshelf/contracts/imports.ts';
import { unguardedCell } from '@nightshelf/contracts/vault-table.ts';
import type { Read } from './read-values.ts';

/** A row of a file by the names of its columns. */
export type Cells = Readonly<Record<string, string>>;

/** What a row says, and why some of it could not be read, in words. */
export interface ReadRow {
  readonly given: ImportedFields;
  readonly problems: readonly string[];
}

/** Reads rows of one kind of file. */
export type Source = (cells: Cells, options: ImportOptions) => ReadRow;

type Reads = { readonly [Field in keyof ImportedFields]?: Read<NonNullable<ImportedFields[Field]>> };

const nothing = { value: null } as const;

/**
 * The fields of a row with the problems of the cells that could not be read.
 * @param others problems of cells that are no field by themselves
 */
export function gathered(reads: Reads, others: readonly string[] = []): ReadRow {
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
  return { given, problems: [...problems, ...others] };
}

/** A cell as it was before it was made safe for spreadsheets; empty where there is none. */
export const cell = (cells: Cells, column: string): string => unguardedCell(cells[column] ?? '');
