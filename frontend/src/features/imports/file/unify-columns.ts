import type { ImportField } from '@nightshelf/contracts/import-rules.ts';
import type { Table } from './table.ts';

type Unify = (cell: string) => string;

/**
 * Rewrites cells that only the whole table makes clear, because the server reads each row alone: 1.234 in a table with
 * decimal commas, 03/04/2024 in a column with 03/31/2024, 620 in a column of Steam ids.
 * @returns a function from a cell and its column index to the rewritten cell
 */
export function unifier(
  { columns, rows }: Table,
  fieldOf: (column: string) => ImportField | undefined,
): (cell: string, at: number) => string {
  const cellsOf = (at: number) => rows.map((row) => row[at] ?? '');
  const fields = columns.map(fieldOf);
  const isNumeric = (field: ImportField | undefined) => field === 'hours_played' || field === 'rating';
  const asNumbers = numbersAsIn(fields.flatMap((field, at) => (isNumeric(field) ? cellsOf(at) : [])));
  const unify = columns.map((column, at): Unify | null => {
    const field = fields[at];
    if (isNumeric(field)) return asNumbers;
    if (field === 'guid') return idsOf(column);
    return field === 'date_added' ? datesAsIn(cellsOf(at)) : null;
  });
  return (cell, at) => unify[at]?.(cell) ?? cell;
}

const numbers = /(?<!\d)\d{1,15}(?:[.,]\d{1,15}){1,10}(?!\d)/g;

/** Numbers that prove one decimal sign. */
const onlyDecimal = {
  ',': /^(?:\d+,(?:\d{1,2}|\d{4,})|0,\d+|\d{4,},\d+|\d{1,3}(?:\.\d{3})+,\d+)$/,
  '.': /^(?:\d+\.(?:\d{1,2}|\d{4,})|0\.\d+|\d{4,}\.\d+|\d{1,3}(?:,\d{3})+\.\d+)$/,
} as const;

const wellFormed = {
  ',': /^(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/,
  '.': /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/,
} as const;

/** Returns null when the cells do not show their decimal sign, or use both. */
function numbersAsIn(cells: readonly string[]): Unify | null {
  const all = cells.flatMap((cell) => cell.match(numbers) ?? []);
  const signs = ([',', '.'] as const).filter((sign) => all.some((number) => onlyDecimal[sign].test(number)));
  const [sign, other] = signs;
  if (!sign || other) return null;
  const separator = sign === ',' ? '.' : ',';
  return (cell) =>
    cell.replace(numbers, (number) => {
      if (!wellFormed[sign].test(number)) return number;
      const plain = number.replaceAll(separator, '').replace(',', '.');
      // Three decimals would look like a thousands separator again.
      return /\.\d{3,}$/.test(plain) ? String(Number(Number(plain).toFixed(2))) : plain;
    });
}

/** With hyphens, a two-digit year could be at either end, so only four-digit years match. */
const slashed = /^\s*(\d{1,2})(?:-(\d{1,2})-(\d{4})|\/(\d{1,2})\/(\d{4}|\d{2}))(?!\d)/;

/** Returns null when no day is above 12, or when the column uses both orders. */
function datesAsIn(cells: readonly string[]): Unify | null {
  const all = cells.flatMap((cell) => {
    const found = slashed.exec(cell);
    return found ? [[Number(found[1]), Number(found[2] ?? found[4])] as const] : [];
  });
  const isDayFirst = all.some(([first]) => first > 12);
  const isMonthFirst = all.some(([, second]) => second > 12);
  if (isDayFirst === isMonthFirst) return null;
  return (cell) =>
    cell.replace(slashed, (...[, first, ...others]: string[]) => {
      const [second = '', year = ''] = others.slice(0, 4).filter((part) => part !== undefined);
      const [month = '', day = ''] = isDayFirst ? [second, first] : [first, second];
      return `${wholeYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    });
}

const wholeYear = (year: string) => (year.length > 2 ? year : `${Number(year) >= 70 ? '19' : '20'}${year}`);

/** Returns how to prefix the column's numbers with their source. */
function idsOf(column: string): Unify | null {
  const of = /^(igdb|steam|app|gog)/i.exec(column)?.[1]?.toLowerCase();
  if (!of) return null;
  return (cell) => (/^\s*\d+\s*$/.test(cell) ? `${of === 'app' ? 'steam' : of}-${cell.trim()}` : cell);
}
