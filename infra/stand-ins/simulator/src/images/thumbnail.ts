import type { Video } from '../youtube/schedule.ts';
import { paint } from './cover.ts';
import { escapeXml } from './escape-xml.ts';
import { faces } from './lettering/face.ts';
import { fitLines } from './lettering/fit-lines.ts';
import { setLine } from './lettering/set-line.ts';

const leading = 0.9;

/** An SVG still (16:9, 1280 by 720 units) of a review: its game's poster, enlarged, beside the game's name. */
export function thumbnail(video: Video): string {
  const { palette, composition, art } = paint(video.game);
  const loud = { face: faces.bebasNeue, tracking: 10 };
  const name = video.game.name.replace(/ \(\d{4}\)$/, '');
  const { lines, size } = fitLines(name, loud, { width: 560, height: 400, largest: 168, lines: 4, leading });
  const capital = (size * faces.bebasNeue.capHeight) / 1000;
  const block = capital + (lines.length - 1) * size * leading;
  const top = (720 - block) / 2 - 20;
  const title = lines.map((line, index) =>
    setLine(line, { ...loud, size }, 72, top + capital + index * size * leading),
  );
  const label = { face: faces.jost, size: 25, tracking: 150 };
  // Posters with their title above the horizon carry their picture lower down.
  const shift = composition.title === 'top' ? -350 : -60;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" viewBox="0 0 1280 720" role="img"><title>${escapeXml(video.title)}</title><rect width="1280" height="720" fill="${palette.low}"/><clipPath id="frame"><path d="M760 0H1280V720H640Z"/></clipPath><g clip-path="url(#frame)"><g transform="translate(600 ${shift}) scale(1.36)">${art}</g></g><path d="M760 0h14L654 720h-14Z" fill="${palette.glow}"/><g fill="${palette.ink}">${title.join('')}${setLine(video.channel.title.toUpperCase(), label, 72, 82)}<g opacity=".62">${setLine('REVIEW', { ...loud, size: 76 }, 72, top + block + 96)}</g></g></svg>`;
}
