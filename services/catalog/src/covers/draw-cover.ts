import { arches, blocks, skyline, stairs } from './compositions/built.ts';
import type { Composition } from './compositions/composition.ts';
import { dunes, forest, ridges, swells, terraces } from './compositions/landscapes.ts';
import { clash, court, road, sprite, target } from './compositions/motions.ts';
import { polar, polygon, range, svg } from './compositions/svg.ts';
import { escapeXml } from './escape-xml.ts';
import { type Genre, genres } from './genre.ts';
import { palettes } from './palettes.ts';
import { randomFrom } from './random.ts';
import { titleBlock } from './title-block.ts';

/** Quarter circles, discs and squares on a strict grid. */
const tiles: Composition = {
  name: 'tiles',
  title: 'bottom',
  draw: (random, palette) => {
    const size = 120;
    const colours = [palette.far, palette.middle, palette.near, palette.middle, palette.far, palette.glow];
    return range(20)
      .map((cell) => {
        const x = 60 + (cell % 4) * size;
        const y = 50 + Math.floor(cell / 4) * size;
        if (y > 500) return '';
        const fill = random.pick(colours);
        const under = random.pick([palette.far, palette.low, palette.middle]);
        const turn = random.whole(0, 3) * 90;
        const shape = random.pick([
          svg`<path d="M0 0H120A120 120 0 0 1 0 120Z"/>`,
          svg`<circle cx="60" cy="60" r="60"/>`,
          svg`<path d="M0 0H120L0 120Z"/>`,
          svg`<path d="M0 60A60 60 0 0 1 120 60V120H0Z"/>`,
          svg`<path d="M0 0h40v120H0ZM80 0h40v120H80Z"/>`,
        ]);
        return svg`<g transform="translate(${x} ${y})"><rect width="120.5" height="120.5" fill="${under}"/><g fill="${fill === under ? palette.near : fill}" transform="rotate(${turn} 60 60)">${shape}</g></g>`;
      })
      .join('');
  },
};

/** Beams from behind a shield or a star. */
const rays: Composition = {
  name: 'rays',
  title: 'bottom',
  draw: (random, palette) => {
    const count = random.pick([14, 18, 22]);
    const beams = range(count).map((beam) => {
      const angle = (beam / count) * Math.PI * 2;
      return polygon(
        [[300, 300], polar(300, 300, 640, angle), polar(300, 300, 640, angle + Math.PI / count)],
        palette.far,
        'opacity=".75"',
      );
    });
    const corners = random.pick([3, 4, 5, 6, 8]);
    const figure = (radius: number, fill: string) =>
      polygon(
        range(corners * 2).map((corner) =>
          polar(
            300,
            300,
            corner % 2 ? radius * (corners < 5 ? 0.42 : 0.62) : radius,
            (corner / corners) * Math.PI - Math.PI / 2,
          ),
        ),
        fill,
      );
    return svg`${beams.join('')}<circle cx="300" cy="300" r="204" fill="${palette.middle}"/><circle cx="300" cy="300" r="184" fill="${palette.low}"/>${figure(164, palette.glow)}${figure(92, palette.near)}<rect y="470" width="600" height="330" fill="url(#fade)"/>`;
  },
};

/** Discs of different depth overlapping like coloured glass. */
const discs: Composition = {
  name: 'discs',
  title: 'bottom',
  draw: (random, palette) => {
    const start = random.between(0, Math.PI * 2);
    const glass = [palette.middle, palette.near, palette.glow].map((fill, index) => {
      const [x, y] = polar(300, 300, 92, start + (index * Math.PI * 2) / 3);
      return svg`<circle cx="${x}" cy="${y}" r="${random.between(118, 168)}" fill="${fill}" opacity=".82"/>`;
    });
    return svg`<circle cx="300" cy="300" r="256" fill="none" stroke="${palette.near}" stroke-width="2"/>${glass.join('')}<circle cx="300" cy="300" r="34" fill="${palette.ink}"/>`;
  },
};

/** A maze of lines with one lit path. */
const maze: Composition = {
  name: 'maze',
  title: 'bottom',
  draw: (random, palette) => {
    const rings = range(6).map((ring) => {
      const radius = 64 + ring * 34;
      const gap = random.between(0, 360);
      const round = 2 * Math.PI * radius;
      const lit = ring === 2 || ring === 5;
      return svg`<circle cx="300" cy="300" r="${radius}" fill="none" stroke="${lit ? palette.glow : ring % 2 ? palette.middle : palette.near}" stroke-width="13" stroke-linecap="round" stroke-dasharray="${round * random.between(0.55, 0.86)} ${round}" transform="rotate(${gap} 300 300)"/>`;
    });
    return svg`${rings.join('')}<circle cx="300" cy="300" r="22" fill="${palette.glow}"/>`;
  },
};

const specks = (count: number, random: Parameters<Composition['draw']>[0], fill: string) =>
  range(count)
    .map(
      () =>
        svg`<circle cx="${random.between(20, 580)}" cy="${random.between(20, 540)}" r="${random.between(0.8, 2.4)}" fill="${fill}" opacity="${random.between(0.3, 0.9)}"/>`,
    )
    .join('');

/** Planets on tilted orbits about a sun. */
const orbits: Composition = {
  name: 'orbits',
  title: 'bottom',
  draw: (random, palette) => {
    const tilt = random.between(-34, 34);
    const flat = random.between(0.34, 0.94);
    const rings = range(4).map((ring) => {
      const radius = 108 + ring * 62;
      const [x, y] = polar(0, 0, 1, random.between(0, Math.PI * 2));
      const fill = ring % 2 ? palette.near : palette.middle;
      return svg`<ellipse rx="${radius}" ry="${radius * flat}" fill="none" stroke="${palette.near}" stroke-width="1.6" opacity=".7"/><circle cx="${x * radius}" cy="${y * radius * flat}" r="${random.between(10, 26)}" fill="${fill}"/>`;
    });
    return svg`${specks(40, random, palette.ink)}<g transform="translate(300 300) rotate(${tilt})"><circle r="66" fill="${palette.glow}"/>${rings.join('')}</g>`;
  },
};

/** One great body almost hidden by another. */
const eclipse: Composition = {
  name: 'eclipse',
  title: 'bottom',
  draw: (random, palette) => {
    const angle = random.between(-0.9, 0.9) - Math.PI / 2;
    const [x, y] = polar(300, 310, random.between(40, 84), angle + Math.PI);
    const halos = range(3).map(
      (ring) =>
        svg`<circle cx="300" cy="310" r="${212 + ring * 44}" fill="none" stroke="${palette.near}" stroke-width="${3 - ring}" opacity="${0.6 - ring * 0.16}"/>`,
    );
    return svg`${specks(46, random, palette.ink)}${halos.join('')}<circle cx="300" cy="310" r="178" fill="${palette.glow}"/><circle cx="${x}" cy="${y}" r="172" fill="${palette.far}"/><circle cx="${x}" cy="${y}" r="172" fill="url(#shade)"/>`;
  },
};

/** Bright points joined into an unnamed figure. */
const constellation: Composition = {
  name: 'constellation',
  title: 'bottom',
  draw: (random, palette) => {
    const points = range(8).map((step) =>
      polar(300, 300, random.between(100, 225), (step / 8) * Math.PI * 2 + random.between(-0.22, 0.22)),
    );
    const line = points.map(([x, y]) => svg`${x} ${y}`).join('L');
    const chords = [0, 2, 5].map((from) => {
      const [a, b] = [points[from], points[(from + 3) % 8]];
      return a && b ? svg`M${a[0]} ${a[1]}L${b[0]} ${b[1]}` : '';
    });
    const stars = points.map(
      ([x, y], index) =>
        svg`<circle cx="${x}" cy="${y}" r="${index % 3 ? 7 : 14}" fill="${index % 3 ? palette.ink : palette.glow}"/>`,
    );
    return svg`<circle cx="300" cy="300" r="262" fill="${palette.far}" opacity=".55"/>${specks(60, random, palette.ink)}<path d="M${line}Z${chords.join('')}" fill="${palette.middle}" fill-opacity=".28" stroke="${palette.near}" stroke-width="2.4"/>${stars.join('')}`;
  },
};

/** A striped sun setting into its own reflection. */
const stripes: Composition = {
  name: 'stripes',
  title: 'bottom',
  draw: (random, palette) => {
    const bands = range(7).map((band) => {
      const y = 322 + band * 30;
      return svg`<rect x="60" y="${y}" width="480" height="${4 + band * 3}" fill="${palette.high}"/>`;
    });
    const offset = random.between(-30, 30);
    const hills = svg`<path d="M0 ${470 + offset}L120 ${400 - offset}L210 ${450 + offset}L330 ${372 + offset}L470 ${452 - offset}L600 ${396 + offset}V800H0Z" fill="${palette.far}"/><path d="M0 500L170 ${466 + offset}L360 508L520 ${462 - offset}L600 490V800H0Z" fill="${palette.low}"/>`;
    return svg`${specks(30, random, palette.ink)}<circle cx="300" cy="290" r="206" fill="${palette.glow}"/>${bands.join('')}${hills}`;
  },
};

/** Compositions for each genre; a game's name picks among them. */
const compositionsFor: Readonly<Record<Genre, readonly Composition[]>> = {
  action: [rays, clash, eclipse, skyline, arches, dunes],
  adventure: [ridges, swells, arches, dunes, constellation, eclipse],
  arcade: [sprite, maze, tiles, sprite],
  fighting: [clash, rays, clash, discs],
  horror: [forest, eclipse, arches, forest, skyline],
  platformer: [terraces, stairs, discs, terraces, ridges],
  puzzle: [tiles, maze, discs, stairs, blocks],
  racing: [road, stripes, road],
  rpg: [constellation, ridges, arches, eclipse, rays, swells],
  sandbox: [skyline, blocks, dunes, stripes],
  shooter: [target, orbits, eclipse, stripes, skyline],
  simulation: [blocks, tiles, discs, swells, terraces],
  sports: [court, rays, court, discs],
  strategy: [blocks, tiles, orbits, constellation, maze],
};

const margin = 48;

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
  const genre = random.pick(genres);
  const composition = random.pick(compositionsFor[genre]);
  const room = {
    x: margin,
    width: 600 - margin * 2,
    at: composition.title,
    ...(composition.title === 'top' ? { top: 56, bottom: 292 } : { top: 584, bottom: 758 }),
  };
  const art = `<defs>
<linearGradient id="ground" x2="0" y2="1"><stop stop-color="${palette.high}"/><stop offset="1" stop-color="${palette.low}"/></linearGradient>
<linearGradient id="fade" x2="0" y2="1"><stop stop-color="${palette.low}" stop-opacity="0"/><stop offset=".55" stop-color="${palette.low}"/></linearGradient>
<radialGradient id="shade" cx=".36" cy=".3" r=".8"><stop stop-color="${palette.middle}" stop-opacity=".5"/><stop offset="1" stop-color="${palette.low}" stop-opacity=".75"/></radialGradient>
</defs><rect width="600" height="800" fill="url(#ground)"/>${composition.draw(random, palette)}`;
  const title = titleBlock(shortened(name), genre, room);
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
