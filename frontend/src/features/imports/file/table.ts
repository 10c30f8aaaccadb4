import type { ImportPart } from '@nightshelf/contracts/import-parts.ts';
import { importRules } from '@nightshelf/contracts/import-rules.ts';

/** A file as a table, as far as it could be read. */
export interface Table {
  readonly columns: readonly string[];
  /** Each with a cell for every column. */
  readonly rows: readonly (readonly string[])[];
  readonly encoding: string;
}

/** Why a file cannot be imported. */
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

/** What a file says, of our own also what comes with the games. */
export type ReadFile = { readonly table: Table; readonly parts?: readonly ImportPart[] } | { readonly fault: Fault };

/** More columns than so many are of no table of games. */
export const mostColumns = 200;

/** A cell as the server takes it. */
export const clean = (cell: string) => cell.replaceAll('\0', '').slice(0, importRules.cell).toWellFormed();
