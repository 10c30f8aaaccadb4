import { compositions, palettes, randomFrom } from './compositions.ts';
import { escapeXml, titleBlock } from './title-block.ts';

/** Longer titles are cut, since `fitLines` tries every line break. */
const longestTitle = 90;
const mostWords = 12;

/** Characters that XML forbids; with them, browsers show a broken image. */
const notXml = /[^\t\n\r\P{Cc}]|[\uFFFE\uFFFF]/gu;

/** Returns cover art for a game without an image: an SVG of 600 by 800 units, derived from the name alone. */
export function drawCover(given: string): string {
  const name = given.replace(notXml, '');
  const random = randomFrom(name.normalize('NFC').trim().toLowerCase());
  const palette = random.pick(palettes);
  const composition = random.pick(compositions);
  const manner = random.pick(composition.manners);
  const art = `<defs>
<linearGradient id="ground" x2="0" y2="1"><stop stop-color="${palette.high}"/><stop offset="1" stop-color="${palette.low}"/></linearGradient>
<linearGradient id="fade" x2="0" y2="1"><stop stop-color="${palette.low}" stop-opacity="0"/><stop offset=".55" stop-color="${palette.low}"/></linearGradient>
<radialGradient id="shade" cx=".36" cy=".3" r=".8"><stop stop-color="${palette.middle}" stop-opacity=".5"/><stop offset="1" stop-color="${palette.low}" stop-opacity=".75"/></radialGradient>
</defs><rect width="600" height="800" fill="url(#ground)"/>${composition.draw(random, palette)}`;
  const title = titleBlock(shortened(name), manner, composition.title);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800" viewBox="0 0 600 800" role="img"><title>${escapeXml(name)}</title>${art}<g fill="${palette.ink}">${title}</g></svg>`;
}

function shortened(name: string): string {
  const words = name.trim().split(/\s+/);
  const kept = words.slice(0, mostWords).join(' ');
  if (words.length <= mostWords && kept.length <= longestTitle) return kept;
  return `${kept
    .slice(0, longestTitle - 1)
    .toWellFormed()
    .trim()}…`;
}
