import { catalogue } from './catalogue.ts';
import type { Game } from './game.ts';

export interface Series {
  readonly id: number;
  readonly name: string;
  /** By release date; games without a date come last. */
  readonly games: readonly Game[];
}

/** Series that are recognized by a part of a game's name. */
const named = ['Zelda', 'Mario', 'Final Fantasy', 'Mega Man', 'Sonic', 'Metroid', 'Resident Evil', 'Metal Gear'];

/**
 * Returns a name without subtitle, number and year: `Mass Effect 2` and `Mass Effect: Andromeda` have the same stem.
 */
function stem({ name }: Game): string {
  const known = named.find((part) => name.includes(part));
  if (known) return known === 'Zelda' ? 'The Legend of Zelda' : known;
  return name
    .replace(/ \(\d{4}\)$/, '')
    .replace(/:.*$/, '')
    .replace(/ (\d+|[IVX]+)$/, '');
}

const byStem = new Map<string, Game[]>();
for (const game of catalogue) byStem.set(stem(game), [...(byStem.get(stem(game)) ?? []), game]);

const dateOf = ({ released }: Game) => released ?? '9999';
const byRelease = (a: Game, b: Game) => dateOf(a).localeCompare(dateOf(b)) || a.id - b.id;

const series: readonly Series[] = [...byStem]
  .filter(([, games]) => games.length > 1)
  .map(([name, games], index) => ({ id: 401 + index, name, games: games.toSorted(byRelease) }));

const ofGame = new Map(series.flatMap((each) => each.games.map((game) => [game.id, each] as const)));
const byId = new Map(series.map((each) => [each.id, each]));

/** Returns the game's series, unless the game is its only member. */
export const seriesOf = (game: Game): Series | undefined => ofGame.get(game.id);

export const seriesWithId = (id: number): Series | undefined => byId.get(id);

const similarGames = 8;

/** Returns games of other series in the same genre, well-known ones first. */
export function similarTo(game: Game): readonly Game[] {
  const own = seriesOf(game);
  const alike = catalogue.filter((other) => other.genre === game.genre && other !== game && seriesOf(other) !== own);
  return alike.toSorted((a, b) => b.reviews - a.reviews || a.id - b.id).slice(0, similarGames);
}
