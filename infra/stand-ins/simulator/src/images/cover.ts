import { type Game, guidOf } from '../catalogue/game.ts';
import { compositionsFor } from './compositions/compositions.ts';
import { escapeXml } from './escape-xml.ts';
import { palettes } from './palettes.ts';
import { randomFrom } from './random.ts';
import { titleBlock } from './title-block.ts';

const margin = 48;

/**
 * Background, gradients that compositions refer to, and what a composition draws.
 * @param seed what the picture follows from; its colours follow from the game alone
 */
export function paint(game: Game, seed = guidOf(game)) {
  const palette = randomFrom(guidOf(game)).pick(palettes);
  const random = randomFrom(seed);
  random.pick(palettes);
  const composition = random.pick(compositionsFor[game.genre]);
  const art = `<defs>
<linearGradient id="ground" x2="0" y2="1"><stop stop-color="${palette.high}"/><stop offset="1" stop-color="${palette.low}"/></linearGradient>
<linearGradient id="fade" x2="0" y2="1"><stop stop-color="${palette.low}" stop-opacity="0"/><stop offset=".55" stop-color="${palette.low}"/></linearGradient>
<radialGradient id="shade" cx=".36" cy=".3" r=".8"><stop stop-color="${palette.middle}" stop-opacity=".5"/><stop offset="1" stop-color="${palette.low}" stop-opacity=".75"/></radialGradient>
</defs><rect width="600" height="800" fill="url(#ground)"/>${composition.draw(random, palette)}`;
  return { palette, composition, art };
}

/** An SVG poster (3:4, 600 by 800 units) that follows from the game alone. */
export function cover(game: Game): string {
  const { palette, composition, art } = paint(game);
  const room = {
    x: margin,
    width: 600 - margin * 2,
    at: composition.title,
    ...(composition.title === 'top' ? { top: 56, bottom: 292 } : { top: 584, bottom: 758 }),
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800" viewBox="0 0 600 800" role="img"><title>${escapeXml(game.name)}</title>${art}<g fill="${palette.ink}">${titleBlock(game, room)}</g></svg>`;
}
