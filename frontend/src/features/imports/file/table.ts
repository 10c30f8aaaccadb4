import type { ImportPart } from '@nightshelf/contracts/import-parts.ts';
import { importRules } from '@nightshelf/contracts/import-rules.ts';

export interface Table {
  readonly columns: readonly string[];
  /** Each row has a cell for every column. */
  readonly rows: readonly (readonly string[])[];
  readonly encoding: string;
}

export type Fault =
  | 'too_large'
  | 'empty'
  | 'archive'
  | 'no_text'
  | 'no_json'
  | 'steam_private'
  | 'too_many_rows'
  | 'open_quote'
  | 'no_rows';

/** A parsed file; our own export also brings accompanying data. */
export type ReadFile = { readonly table: Table; readonly parts?: readonly ImportPart[] } | { readonly fault: Fault };

/** A table of games does not have more columns. */
export const mostColumns = 200;

/** Cuts and cleans a cell as the server requires. */
export const clean = (cell: string) => cell.replaceAll('\0', '').slice(0, importRules.cell).toWellFormed();
