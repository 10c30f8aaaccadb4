import type { ImportedFields, ImportOptions } from '@nightshelf/contracts/imports.ts';
import { unguardedCell } from '@nightshelf/contracts/whole-vault.ts';
import type { Read } from './read-values.ts';

/** A row's cells by column name. */
export type Cells = Readonly<Record<string, string>>;

/** The fields of a row, and messages about unreadable cells. */
export interface ReadRow {
  readonly given: ImportedFields;
  readonly problems: readonly string[];
}

/** Reads the rows of one file format. */
export type Source = (cells: Cells, options: ImportOptions) => ReadRow;

type Reads = { readonly [Field in keyof ImportedFields]?: Read<NonNullable<ImportedFields[Field]>> };

const nothing = { value: null } as const;

/**
 * Collects the fields of a row and the problems of its cells.
 * @param others problems of cells that are not a field
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

/** Returns a cell without its spreadsheet guard, or '' for a missing one. */
export const cell = (cells: Cells, column: string): string => unguardedCell(cells[column] ?? '');
