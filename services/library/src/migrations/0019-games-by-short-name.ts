import { Migration } from '@mikro-orm/migrations';

/** Edition suffixes, which seldom mean another game. */
const editions = [
  'game of the year(\\s+edition)?',
  'goty(\\s+edition)?',
  'day one edition',
  `director[’'']?s cut`,
  `(\\d+(st|nd|rd|th)\\s+)?anniversary(\\s+edition)?`,
  `[[:alpha:]’'']+\\s+edition`,
];

const without = (text: string, pattern: string) => `regexp_replace(${text}, '${pattern}', '', 'i')`;

const withoutEdition = (text: string) => without(text, `(\\s*[-–—:,([]?\\s*\\m(${editions.join('|')})\\M[\\s)\\]]*)+$`);

const withoutArticle = (text: string) => without(without(text, '^\\s*(the|a|an)\\s+'), ',\\s*(the|a|an)(?=\\s*$|:)');

const withoutSubtitle = (text: string) => without(text, '(:\\s|\\s[-–—]\\s|\\s\\().*$');

const numerals = 'XX XIX XVIII XVII XVI XV XIV XIII XII XI IX VIII VII VI IV III II'.split(' ');
const values = [20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 9, 8, 7, 6, 4, 3, 2];

/** A single letter is a numeral only at the end of a name or before its subtitle. */
const letters: ReadonlyArray<readonly [string, number]> = [
  ['X', 10],
  ['V', 5],
  ['I', 1],
];

function withDigits(text: string): string {
  const many = numerals.reduce(
    (inner, numeral, at) => `regexp_replace(${inner}, '\\s${numeral}\\M', ' ${values[at]}')`,
    text,
  );
  return letters.reduce(
    (inner, [letter, value]) => `regexp_replace(${inner}, '\\s${letter}(?=$|:)', ' ${value}')`,
    many,
  );
}

/** Normalizes titles further: ignores articles, editions and subtitles, and treats II like 2. */
export class GamesByShortName extends Migration {
  /** Builds the index concurrently, without blocking writes. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`
      create or replace function loose_title(title text) returns text language sql immutable parallel safe
      return ${withoutArticle(withoutEdition(`translate(title, '™®©', '')`))}`);
    this.addSql(`
      create or replace function loose_title_key(title text) returns text language sql immutable parallel safe
      return title_key(${withDigits('loose_title(title)')})`);
    this.addSql(`
      create or replace function short_title_key(title text) returns text language sql immutable parallel safe
      return title_key(${withDigits(withoutSubtitle('loose_title(title)'))})`);
    this.addSql(`
      create or replace function game_short_title_key(summary text) returns text language sql immutable parallel safe
      return short_title_key(summary::json ->> 'name')`);
    this.addSql(
      'create index concurrently if not exists games_by_short_title on games (game_short_title_key(summary))',
    );
  }

  override down(): void {
    this.addSql('drop index concurrently if exists games_by_short_title');
    this.addSql('drop function if exists game_short_title_key, short_title_key, loose_title_key, loose_title');
  }
}
