import type { Composition } from './composition.ts';
import { polar, polygon, range, svg } from './svg.ts';

/** Quarter circles, discs and squares on a strict grid. */
export const tiles: Composition = {
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
export const rays: Composition = {
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
export const discs: Composition = {
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
export const maze: Composition = {
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
