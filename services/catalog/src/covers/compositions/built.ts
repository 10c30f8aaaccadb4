import type { Composition } from './composition.ts';
import { polygon, range, svg } from './svg.ts';

/** Arches within arches, with light behind the last one. */
export const arches: Composition = {
  name: 'arches',
  title: 'bottom',
  draw: (random, palette) => {
    const fills = [palette.far, palette.middle, palette.near, palette.glow];
    const drift = random.between(-26, 26);
    const gates = fills.map((fill, depth) => {
      const half = 226 - depth * 58;
      const x = 300 + drift * depth;
      const top = 84 + depth * 62;
      return svg`<path fill="${fill}" d="M${x - half} 560V${top + half}a${half} ${half} 0 0 1 ${half * 2} 0V560Z"/>`;
    });
    const x = 300 + drift * 3;
    const figure = svg`<g fill="${palette.low}"><circle cx="${x}" cy="486" r="10"/><path d="M${x - 14} 560l6-58q8-8 16 0l6 58Z"/></g>`;
    return `${gates.join('')}${figure}<rect y="560" width="600" height="240" fill="${palette.low}"/>`;
  },
};

/** Blocks of a town seen from above one corner. */
export const blocks: Composition = {
  name: 'blocks',
  title: 'bottom',
  draw: (random, palette) => {
    const cells = range(5).flatMap((row) => range(5).map((column) => [column, row] as const));
    return cells
      .map(([column, row]) => {
        const x = 300 + (column - row) * 52;
        const ground = 330 + (column + row) * 30;
        const tall = random.whole(1, 6) * 22 * (random.chance(0.2) ? 1.8 : 1);
        const top = ground - tall;
        const lit = random.chance(0.16);
        return (
          polygon(
            [
              [x - 52, top],
              [x, top + 30],
              [x, ground + 30],
              [x - 52, ground],
            ],
            palette.far,
          ) +
          polygon(
            [
              [x + 52, top],
              [x, top + 30],
              [x, ground + 30],
              [x + 52, ground],
            ],
            palette.middle,
          ) +
          polygon(
            [
              [x, top - 30],
              [x + 52, top],
              [x, top + 30],
              [x - 52, top],
            ],
            lit ? palette.glow : palette.near,
          )
        );
      })
      .join('');
  },
};

/** Towers with a few windows still lit. */
export const skyline: Composition = {
  name: 'skyline',
  title: 'top',
  draw: (random, palette) => {
    const rows = [palette.far, palette.middle, palette.low].map((fill, depth) => {
      let x = -20;
      let towers = '';
      while (x < 600) {
        const wide = random.between(46, 92);
        const top = 420 + depth * 90 - random.between(-30, 120);
        towers += svg`<path fill="${fill}" d="M${x} 800V${top}${random.chance(0.3) ? svg`l${wide / 2}-34l${wide / 2} 34` : svg`h${wide}`}V800Z"/>`;
        if (depth === 2) towers += windows(x, top, wide);
        x += wide + random.between(-2, 14);
      }
      return towers;
    });
    function windows(x: number, top: number, wide: number): string {
      return range(14)
        .filter(() => random.chance(0.32))
        .map((cell) => {
          const left = x + 12 + (cell % 2) * (wide / 2 - 4);
          return svg`<rect x="${left}" y="${top + 24 + Math.floor(cell / 2) * 30}" width="10" height="14" fill="${palette.glow}"/>`;
        })
        .join('');
    }
    return svg`<circle cx="${random.between(140, 460)}" cy="372" r="70" fill="${palette.glow}" opacity=".92"/>${rows.join('')}`;
  },
};

/** A tower of stairs that never quite meets itself. */
export const stairs: Composition = {
  name: 'stairs',
  title: 'bottom',
  draw: (random, palette) => {
    const flip = random.chance(0.5) ? 1 : -1;
    const count = random.pick([5, 7, 9, 12]);
    const wide = 470 / count;
    const rise = random.between(250, 410) / count;
    const steps = range(count).map((step) => {
      const x = 300 + flip * (-235 + wide / 2 + step * wide) - wide / 2;
      const y = 540 - step * rise;
      const fill = [palette.far, palette.middle, palette.near][step % 3] ?? palette.near;
      return svg`<rect x="${x}" y="${y}" width="${wide + 0.6}" height="${600 - y}" fill="${fill}"/><rect x="${x}" y="${y}" width="${wide + 0.6}" height="7" fill="${palette.ink}" opacity=".5"/>`;
    });
    const top = [300 + flip * (235 - wide / 2), 540 - (count - 1) * rise] as const;
    const ball = random.chance(0.5)
      ? svg`<circle cx="${300 - flip * 140}" cy="190" r="${random.between(58, 96)}" fill="${palette.glow}"/>`
      : svg`<circle cx="${top[0]}" cy="${top[1] - wide / 2}" r="${wide / 2}" fill="${palette.glow}"/>`;
    return `${ball}${steps.join('')}<rect y="570" width="600" height="230" fill="${palette.low}"/>`;
  },
};
