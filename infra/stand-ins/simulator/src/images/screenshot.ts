import { type Game, guidOf } from '../catalogue/game.ts';
import { paint } from './cover.ts';

/** An SVG still (16:9) of a game: one more picture in its poster's colours. @param number from 1 */
export function screenshot(game: Game, number: number): string {
  const { palette, art } = paint(game, `${guidOf(game)} screenshot ${number}`);
  const from = [60, 190, 330, 430][number % 4];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" viewBox="0 ${from} 600 337.5" role="img"><rect width="600" height="800" fill="${palette.low}"/>${art}</svg>`;
}
