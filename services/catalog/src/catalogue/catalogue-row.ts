import { createHash } from 'node:crypto';
import { listedPlatformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import platforms from '@nightshelf/contracts/platforms/platforms.json' with { type: 'json' };
import type { GameData } from '../games/stored-game.ts';
import { searchKeys } from '../search/search-keys.ts';
import type { CatalogueGame } from './catalogue-file.ts';
import type { Facts } from './facts.ts';

/** Increase it when rows are built differently, so that the file is loaded again. */
export const rowsVersion = 1;

const abbreviations = new Map(platforms.map(({ id, abbreviation }) => [id, abbreviation]));

type Cells = readonly (string | number | null)[];

/**
 * Returns the cells of `catalogue_rows` in column order, with arrays and objects in PostgreSQL's text form.
 * @param onWord called with every word of the game
 */
export function catalogueRow(game: CatalogueGame, position: number, onWord: (word: string) => void): Cells {
  const { id: guid, name, aliases, released, prominence, ids } = game;
  const isDay = released?.length === 10;
  const data: GameData = {
    guid,
    name,
    deck: null,
    original_release_date: isDay ? (released ?? null) : null,
    ...(released !== undefined && !isDay && { partial_release_date: released }),
    image: null,
    image_url: null,
    platforms: game.platforms.map((id) => ({
      id,
      guid: `3045-${id}`,
      name: listedPlatformName(id),
      abbreviation: abbreviations.get(id) ?? null,
    })),
    aliases: aliases.length > 0 ? aliases.join('\n') : null,
    number_of_user_reviews: 0,
    original_game_rating: null,
  };
  const { genres, developers, publishers, series, sources } = game;
  const facts = Object.fromEntries(
    Object.entries({ genres, developers, publishers, series, sources }).filter(([, list]) => list.length > 0),
  ) satisfies Facts;
  const keys = searchKeys({ name, aliases: data.aliases });
  const json = JSON.stringify(data);
  keys.words.forEach(onWord);
  return [
    position,
    guid,
    json,
    keys.name,
    arrayText(keys.aliases),
    keys.text,
    createHash('sha256').update(json).digest('base64'),
    prominence,
    arrayText(ids),
    JSON.stringify(facts),
    released === undefined ? null : Number(released.slice(0, 4)),
    arrayText(keys.titles),
    keys.short,
  ];
}

export const arrayText = (items: readonly string[]) =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** Returns a row in COPY's text format: cells between tabs, \N for null. */
export const copyLine = (cells: Cells) =>
  `${cells.map((cell) => (cell === null ? '\\N' : String(cell).replace(/[\\\t\n\r]/g, escaped))).join('\t')}\n`;

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (character: string) => escapes[character] ?? character;
