import { hash } from '../images/random.ts';
import type { Game, Genre } from './game.ts';

/** Themes of a genre, with their ids at Giant Bomb and IGDB. */
const themes: Readonly<Record<Genre, readonly (readonly [giantBomb: number, igdb: number, name: string])[]>> = {
  action: [[1, 1, 'Action']],
  adventure: [[2, 17, 'Fantasy']],
  arcade: [],
  fighting: [[3, 1, 'Action']],
  horror: [
    [4, 19, 'Horror'],
    [5, 21, 'Survival'],
  ],
  platformer: [[6, 35, 'Kids']],
  puzzle: [],
  racing: [],
  rpg: [
    [2, 17, 'Fantasy'],
    [7, 31, 'Drama'],
  ],
  sandbox: [[8, 38, 'Open world']],
  shooter: [[9, 18, 'Science fiction']],
  simulation: [[10, 28, 'Business']],
  sports: [],
  strategy: [[11, 39, 'Warfare']],
};

export const themesOf = ({ genre }: Game) => themes[genre];

/** Hours for the main story of a genre's games; null for endless games. */
const storyHours: Readonly<Record<Genre, number | null>> = {
  action: 12,
  adventure: 16,
  arcade: null,
  fighting: 5,
  horror: 10,
  platformer: 8,
  puzzle: 6,
  racing: null,
  rpg: 38,
  sandbox: 30,
  shooter: 10,
  simulation: null,
  sports: null,
  strategy: 22,
};

/** Returns times to beat in seconds and the number of reports, or null without reports. Deterministic for each game. */
export function timesToBeat(game: Game) {
  const hours = storyHours[game.genre];
  if (hours === null || game.released === null || game.reviews === 0) return null;
  const seed = hash(`${game.id} time to beat`);
  const hastily = Math.round(hours * (0.7 + (seed % 60) / 100) * 2) * 1800;
  return {
    hastily,
    normally: Math.round((hastily * 1.5) / 1800) * 1800,
    completely: Math.round((hastily * (2 + ((seed >>> 8) % 20) / 10)) / 1800) * 1800,
    count: game.reviews,
  };
}

/** Returns the number of a game's screenshots. */
export const screenshotsOf = (game: Game): number => (game.released === null ? 0 : 4 + (game.id % 3));
