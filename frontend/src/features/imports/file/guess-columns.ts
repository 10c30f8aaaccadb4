import {
  type ImportField,
  type ImportSource,
  importFields,
  type ratingScales,
  sourceColumns,
} from '@nightshelf/contracts/import-rules.ts';
import type { Table } from './table.ts';

/** Column to what it says; columns of no use are not there. */
export type Mapping = Readonly<Record<string, ImportField>>;

const plain = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** What columns are called elsewhere, the likeliest first. */
const names: Readonly<Record<ImportField, string>> = {
  title: 'title,name,game,gamename,gametitle,gametitel,spiel,titel,jeu,titre,juego,nombre',
  year: 'year,releaseyear,released,releasedate,release,firstreleasedate,jahr',
  guid: 'guid,igdb',
  status: 'status,state,shelf,shelves,progress,completionstatus,playstatus,category,list',
  rating: 'rating,score,userrating,userscore,myrating,stars,bewertung,wertung',
  hours_played: 'hoursplayed,hours,playtime,timeplayed,playedhours,playtimehours,totaltime,time,spielzeit,stunden',
  platform: 'platform,platforms,system,console,plattform',
  platform_id: 'platformid',
  tags: 'tags,tag,labels,genres',
  is_shared: 'isshared,shared,public',
  date_added: 'dateadded,added,createdat,adddate,addedon,created',
};

/** What the columns are likely to say; each field once. */
export function guessMapping(columns: readonly string[]): Mapping {
  const mapping: Record<string, ImportField> = {};
  for (const field of importFields) {
    const free = columns.filter((column) => !(column in mapping));
    const name = names[field].split(',').find((known) => free.some((column) => plain(column) === known));
    const column = free.find((one) => plain(one) === name);
    if (column) mapping[column] = field;
  }
  return mapping;
}

type Known = keyof typeof sourceColumns;

/** Where a file is from, by its columns. */
export const guessSource = (columns: readonly string[]): ImportSource =>
  (Object.keys(sourceColumns) as Known[]).find((source) =>
    sourceColumns[source].known.some((form) => form.every((column) => columns.includes(column))),
  ) ?? 'table';

/** What the ratings of a file are likely to be out of, by the highest of them. */
export function guessScale({ columns, rows }: Table, mapping: Mapping): (typeof ratingScales)[number] {
  const at = columns.findIndex((column) => mapping[column] === 'rating');
  const best = rows.reduce((most, row) => Math.max(most, Number((row[at] ?? '').replace(',', '.')) || 0), 0);
  if (best > 20) return 100;
  if (best > 10) return 20;
  return best > 5 || best === 0 ? 10 : 5;
}

/** Rows as they are sent: the cells that say something, by the names of ours, or of the file where that is of a known source. */
export function rowsToSend({ columns, rows }: Table, source: ImportSource, mapping: Mapping): Record<string, string>[] {
  const names = columns.map((column) => {
    if (source === 'table') return mapping[column];
    return sourceColumns[source].read.includes(column) ? column : undefined;
  });
  return rows.map((row) =>
    Object.fromEntries(
      names.flatMap((name, at) => {
        const cell = row[at] ?? '';
        return name === undefined || cell === '' ? [] : [[name, cell] as const];
      }),
    ),
  );
}

/** Requests of a size that every part of the way takes. */
export function inParts<Row>(rows: readonly Row[], most: { readonly rows: number; readonly bytes: number }) {
  const parts: { from: number; rows: Row[] }[] = [];
  let bytes = 0;
  rows.forEach((row, at) => {
    const size = JSON.stringify(row).length * 3;
    const last = parts.at(-1);
    if (last && last.rows.length < most.rows && bytes + size <= most.bytes) {
      last.rows.push(row);
      bytes += size;
    } else {
      parts.push({ from: at + 1, rows: [row] });
      bytes = size;
    }
  });
  return parts;
}
