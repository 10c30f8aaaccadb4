import {
  type ImportField,
  type ImportSource,
  importFields,
  importRules,
  type ratingScales,
  sourceColumns,
} from '@nightshelf/contracts/import-rules.ts';
import type { Table } from './read-table.ts';

type Unify = (cell: string) => string;

/**
 * Rewrites cells that only the whole table makes clear, because the server reads each row alone: 1.234 in a table with
 * decimal commas, 03/04/2024 in a column with 03/31/2024, 620 in a column of Steam ids.
 * @returns a function from a cell and its column index to the rewritten cell
 */
function unifier(
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

/** Column name to field; unused columns are absent. */
export type Mapping = Readonly<Record<string, ImportField>>;

const plain = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Common column names in English, German, French and Spanish, most likely first. */
const names: Readonly<Record<ImportField, string>> = {
  title:
    'title,name,game,gamename,gametitle,videogame,titel,spiel,gametitel,spieltitel,spielname,name des spiels,titre,nom,jeu,' +
    'nom du jeu,titre du jeu,jeu vidéo,título,nombre,juego,nombre del juego,título del juego,videojuego',
  year:
    'year,releaseyear,year of release,released,releasedate,date of release,release,firstreleasedate,jahr,erscheinungsjahr,' +
    'erscheinungsdatum,veröffentlicht,veröffentlichung,année,année de sortie,date de sortie,sortie,año,año de lanzamiento,' +
    'fecha de lanzamiento,lanzamiento',
  guid: 'guid,igdb,igdbid,steamappid,appid,steamid,gogid',
  status:
    'status,state,my status,game status,shelf,shelves,progress,completionstatus,completion,playstatus,category,list,' +
    'spielstatus,fortschritt,stand,statut,état,avancement,progression,estado,progreso',
  rating:
    'rating,my rating,score,my score,userrating,userscore,your rating,your score,personal rating,stars,bewertung,wertung,' +
    'meine bewertung,meine wertung,punkte,sterne,ma note,évaluation,étoiles,puntuación,mi puntuación,nota,mi nota,' +
    'calificación,valoración,estrellas',
  hours_played:
    'hoursplayed,hours,playtime,playtimehours,playtime in hours,timeplayed,timeplayedhours,playedhours,time spent,' +
    'time spent hours,hours spent,hours logged,game time,totaltime,total playtime,total hours,time,spielzeit,' +
    'spielzeit in stunden,spielzeit stunden,spielzeit h,spieldauer,spielstunden,gespielte stunden,stunden,temps de jeu,' +
    'temps de jeu heures,heures de jeu,heures jouées,heures,durée de jeu,durée,tiempo de juego,tiempo jugado,' +
    'horas de juego,horas jugadas,horas,duración',
  platform:
    'platform,platforms,system,console,played on,plattform,plattformen,konsole,plateforme,plateformes,support,système,' +
    'plataforma,plataformas,consola,sistema',
  platform_id: 'platformid',
  tags: 'tags,tag,labels,genres,genre,schlagwörter,schlagworte,étiquettes,mots clés,etiquetas,géneros,género',
  is_shared: 'isshared,shared,public,geteilt,öffentlich,partagé,compartido,público',
  date_added:
    'dateadded,added,createdat,adddate,addedon,added at,created,hinzugefügt am,hinzugefügt,hinzugefuegt am,hinzugefuegt,' +
    'angelegt am,erstellt am,date ajout,date d’ajout,ajouté le,ajouté,fecha de adición,fecha añadido,añadido el,añadido,' +
    'agregado el,agregado,fecha de alta',
};

/** "Note" is a rating in French and a comment in English; the column with the game names shows the language. */
const besideNote = new Set(['nom', 'titre', 'jeu', 'nomdujeu', 'titredujeu', 'jeuvideo']);

/** Guesses the field of each column; each field is used once. */
export function guessMapping(columns: readonly string[]): Mapping {
  const mapping: Record<string, ImportField> = {};
  for (const field of importFields) {
    const free = columns.filter((column) => !(column in mapping));
    const all = names[field].split(',').map(plain);
    if (field === 'rating' && columns.some((column) => besideNote.has(plain(column)))) all.push('note');
    const name = all.find((known) => free.some((column) => plain(column) === known));
    const column = free.find((one) => plain(one) === name);
    if (column) mapping[column] = field;
  }
  return mapping;
}

type Known = keyof typeof sourceColumns;

/** Guesses the source of a file from its columns. */
export const guessSource = (columns: readonly string[]): ImportSource =>
  (Object.keys(sourceColumns) as Known[]).find((source) =>
    sourceColumns[source].known.some((form) => form.every((column) => columns.includes(column))),
  ) ?? 'table';

/** A number without its scale: `8`, `4.5 stars`, but not `85%` or `8/10`. */
const numberBefore = /^\s*[~≈]?\s*(\d+(?:[.,]\d+)?)\s*(?:\p{L}+\.?|[★⭐½]|\+)?\s*$/u;

/** Guesses the rating scale from the highest rating. */
export function guessScale({ columns, rows }: Table, mapping: Mapping): (typeof ratingScales)[number] {
  const at = columns.findIndex((column) => mapping[column] === 'rating');
  const ratings = rows.map((row) => numberBefore.exec(row[at] ?? '')?.[1] ?? '');
  const best = ratings.reduce((most, rating) => Math.max(most, Number(rating.replace(',', '.')) || 0), 0);
  if (best > 20) return 100;
  if (best > 10) return 20;
  return best > 5 || best === 0 ? 10 : 5;
}

/**
 * Returns the rows to send: non-empty cells under our field names, or under the file's names for a known source.
 * Ambiguous numbers and dates are rewritten, because the server reads each row alone.
 */
export function rowsToSend(table: Table, source: ImportSource, mapping: Mapping): Record<string, string>[] {
  const { columns, rows } = table;
  const sent = columns.flatMap((column, at) => {
    const name = source === 'table' ? mapping[column] : nameIn(source, column);
    return name === undefined ? [] : [{ name, at }];
  });
  // The number of cells per row is limited, so the recognized columns come first.
  if (source !== 'table') sent.sort((one, other) => rank(source, one.name) - rank(source, other.name));
  const unified = unifier(table, (column) => {
    if (source === 'table') return mapping[column];
    return dateColumns.has(column) ? 'date_added' : undefined;
  });
  return rows.map((row) =>
    Object.fromEntries(
      sent
        .flatMap(({ name, at }) => {
          const cell = row[at] ?? '';
          return cell === '' ? [] : [[name, unified(cell, at)] as const];
        })
        .slice(0, importRules.cells),
    ),
  );
}

/** Date columns of known sources, which a spreadsheet may have reformatted. */
const dateColumns = new Set(['Added', 'timestamp', 'date_added', 'date_added_to_collection']);

function nameIn(source: Known, column: string): string | undefined {
  const { read, ignored } = sourceColumns[source];
  if (read.includes(column)) return column;
  // A column with its own name is a user-defined list.
  const isNamed = !/^Column \d+$/.test(column) && column !== '__proto__';
  return ignored && !ignored.includes(column) && isNamed ? column : undefined;
}

const rank = (source: Known, column: string) => (sourceColumns[source].read.includes(column) ? 0 : 1);

/** Splits rows into requests within the limits of the gateway and server. */
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
