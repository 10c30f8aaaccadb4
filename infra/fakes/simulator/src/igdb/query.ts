import { type Game, igdbIdOf, steamIdOf } from '../catalogue/game.ts';
import { platformOf } from '../catalogue/platforms.ts';
import { slugOf } from './present-game.ts';

export interface GamesQuery {
  readonly search: string | null;
  readonly fields: readonly string[];
  readonly where: readonly ((game: Game) => boolean)[];
  readonly limit: number;
  readonly offset: number;
}

/** A rejected query; the response contains its title and cause. */
export class QueryError extends Error {
  readonly title: string;

  constructor(title: string, cause: string) {
    super(cause);
    this.name = 'QueryError';
    this.title = title;
  }
}

const limitDefault = 10;
const limitMost = 500;

/** Splits a text at semicolons outside quotes. */
export const clauses = (text: string) =>
  (text.match(/(?:"(?:\\.|[^"\\])*"|[^;"])+/g) ?? []).map((clause) => clause.trim()).filter(Boolean);

function whole(name: string, text: string, most: number): number {
  if (!/^\d+$/.test(text)) throw new QueryError('Syntax Error', `Expecting a number for ${name}`);
  const value = Number(text);
  if (value > most) throw new QueryError('Invalid Limit', `Limit: ${value} is outside the allowed range 0 - ${most}`);
  return value;
}

/** Splits a text at separators outside quotes. */
function split(text: string, separator: string): string[] {
  const parts = [''];
  for (const [token] of text.matchAll(/"(?:\\.|[^"\\])*"|[^"]/gs)) {
    if (token === separator) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim());
}

/** Matches when any of the comparisons matches. */
function anyOf(text: string): (game: Game) => boolean {
  const conditions = split(text, '|').map(condition);
  return (game) => conditions.some((holds) => holds(game));
}

/** Parses one comparison: `id = 7`, `id = (7,10)`, `slug = "doom"`, `platforms = (6,48)`. */
function condition(text: string): (game: Game) => boolean {
  const [, field = '', list] = /^([\w.]+)\s*=\s*(.+)$/s.exec(text) ?? [];
  if (!list) throw new QueryError('Syntax Error', `Expecting a comparison of the form field = value, found: ${text}`);
  const values = new Set(
    list
      .replace(/^\(|\)$/g, '')
      .match(/"(?:\\.|[^"\\])*"|[^,\s][^,]*/gs)
      ?.map((value) => value.trim().replace(/^"|"$/g, '').replace(/\\(.)/g, '$1')) ?? [],
  );
  switch (field) {
    case 'id':
    case 'game_id':
      return (game) => values.has(String(igdbIdOf(game)));
    case 'uid':
      return (game) => game.platforms.includes('PC') && values.has(String(steamIdOf(game)));
    case 'external_game_source':
      return () => values.has('1');
    case 'slug':
      return (game) => values.has(slugOf(game.name));
    case 'name':
      return (game) => values.has(game.name);
    case 'platforms':
      return (game) => game.platforms.some((name) => values.has(String(platformOf(name).igdbId)));
    case 'game_type':
      return () => values.has('0');
    default:
      throw new QueryError('Invalid Field', `Field ${field} cannot be compared`);
  }
}

/** Parses a query; throws QueryError. */
export function parseQuery(text: string): GamesQuery {
  let query: GamesQuery = { search: null, fields: ['id'], where: [], limit: limitDefault, offset: 0 };
  for (const clause of clauses(text)) {
    const [, verb = '', rest = ''] = /^(\w+)\s*(.*)$/s.exec(clause) ?? [];
    if (verb === 'search') {
      const [, quoted] = /^"(.*)"$/s.exec(rest) ?? [];
      if (quoted === undefined)
        throw new QueryError('Syntax Error', 'Expecting a STRING as input, surround your input with quotes');
      query = { ...query, search: quoted.replace(/\\(.)/g, '$1') };
    } else if (verb === 'fields') query = { ...query, fields: rest.split(',').map((field) => field.trim()) };
    else if (verb === 'where') query = { ...query, where: split(rest, '&').map(anyOf) };
    else if (verb === 'limit') query = { ...query, limit: whole(verb, rest, limitMost) };
    else if (verb === 'offset') query = { ...query, offset: whole(verb, rest, Number.MAX_SAFE_INTEGER) };
    else throw new QueryError('Syntax Error', `Unexpected input: ${clause}`);
  }
  return query;
}
