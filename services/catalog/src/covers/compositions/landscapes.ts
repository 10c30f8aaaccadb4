import type { Composition } from './composition.ts';
import { polygon, range, sheet, svg } from './svg.ts';

const { width, height } = sheet;

/** Mountain ranges behind one another under a low sun. */
export const ridges: Composition = {
  name: 'ridges',
  title: 'top',
  draw: (random, palette) => {
    const sunX = random.between(170, 430);
    const layers = [palette.far, palette.middle, palette.near, palette.low].map((fill, depth) => {
      const base = 470 + depth * 82;
      const peaks = range(8).map(
        (step) => [step * (width / 7), base - random.between(0, 150 - depth * 26) * (step % 2 ? 1 : 0.25)] as const,
      );
      return polygon([[0, height], ...peaks, [width, height]], fill);
    });
    return svg`<circle cx="${sunX}" cy="400" r="${random.between(62, 104)}" fill="${palette.glow}"/>${layers.join('')}`;
  },
};

/** Long swells and a moon with its reflection. */
export const swells: Composition = {
  name: 'swells',
  title: 'top',
  draw: (random, palette) => {
    const moonX = random.between(180, 420);
    const waves = [palette.far, palette.middle, palette.near, palette.far, palette.low].map((fill, depth) => {
      const top = 470 + depth * 66;
      const lift = random.between(24, 52);
      const shift = random.between(-120, 0);
      return svg`<path fill="${fill}" d="M${shift} ${top}q75-${lift * 2} 150 0t150 0t150 0t150 0t150 0V800H${shift}Z"/>`;
    });
    const glints = range(4).map(
      (row) =>
        svg`<rect x="${moonX - 46 + row * 9}" y="${500 + row * 58}" width="${92 - row * 18}" height="6" rx="3" fill="${palette.glow}" opacity=".85"/>`,
    );
    return svg`<circle cx="${moonX}" cy="395" r="84" fill="${palette.glow}"/>${waves.join('')}${glints.join('')}`;
  },
};

/** Bare trunks, a pale disc between them, and something looking back. */
export const forest: Composition = {
  name: 'forest',
  title: 'top',
  draw: (random, palette) => {
    const rows = [palette.far, palette.middle, palette.low].map((fill, depth) =>
      range(8 - depth)
        .map((tree) => {
          const x = (tree + random.between(0.1, 0.9)) * (width / (8 - depth));
          const girth = 9 + depth * 10 + random.between(0, 8);
          const top = 300 + depth * 70 + random.between(-40, 40);
          const side = random.chance(0.5) ? 1 : -1;
          const fork = top + random.between(90, 190);
          return (
            polygon(
              [
                [x - girth / 5, top],
                [x + girth / 5, top],
                [x + girth, height],
                [x - girth, height],
              ],
              fill,
            ) +
            svg`<path stroke="${fill}" stroke-width="${girth * 0.45}" fill="none" d="M${x} ${fork}q${side * 20}-10 ${side * (30 + girth)}-70"/>`
          );
        })
        .join(''),
    );
    const eyes = svg`<g fill="${palette.glow}"><circle cx="286" cy="668" r="6"/><circle cx="312" cy="668" r="6"/></g>`;
    const disc = svg`<circle cx="${random.between(220, 380)}" cy="440" r="118" fill="${palette.glow}" opacity=".9"/>`;
    return disc + rows[0] + rows[1] + svg`<rect y="600" width="600" height="200" fill="url(#fade)"/>` + rows[2] + eyes;
  },
};

/** Dunes with a lone marker on the crest. */
export const dunes: Composition = {
  name: 'dunes',
  title: 'top',
  draw: (random, palette) => {
    const x = random.between(190, 410);
    const lean = random.between(-60, 60);
    const crest = 590 + random.between(-46, 30);
    const mirrored = random.chance(0.5) ? 'translate(600 0) scale(-1 1)' : 'translate(0 0)';
    return svg`<g transform="${mirrored}"><circle cx="${600 - x}" cy="${380 + lean / 3}" r="${random.between(36, 88)}" fill="${palette.glow}"/>
<path fill="${palette.far}" d="M0 560C150 ${470 + lean} 330 ${520 - lean} 600 430V800H0Z"/>
<path fill="${palette.middle}" d="M0 520C190 500 ${x} 560 600 ${640 - lean}V800H0Z"/>
<path fill="${palette.near}" d="M0 720C120 ${690 + lean / 2} 240 ${crest + 10} ${x + 60} ${crest}C${x} 680 420 740 600 750V800H0Z"/>
<path fill="${palette.low}" d="M0 800V730C160 770 380 690 600 740V800Z"/>
<path fill="${palette.ink}" d="M${x + 57} ${crest}v-78h6v78Zm6-76l34 14l-34 14Z"/></g>`;
  },
};

/** Stepped ground, tufts and a reward out of reach. */
export const terraces: Composition = {
  name: 'terraces',
  title: 'top',
  draw: (random, palette) => {
    const fills = [palette.middle, palette.near, palette.far];
    const columns = range(6).map((column) => {
      const top = 690 - random.whole(0, 4) * 46 - (column % 3) * 22;
      const fill = fills[column % fills.length] ?? palette.near;
      return svg`<rect x="${column * 100}" y="${top}" width="101" height="${800 - top}" fill="${fill}"/><rect x="${column * 100}" y="${top}" width="101" height="16" fill="${palette.low}" opacity=".55"/>`;
    });
    const clouds = range(3).map((cloud) => {
      const x = 70 + cloud * 190 + random.between(-30, 30);
      const y = 330 + random.between(0, 90);
      return svg`<g fill="${palette.far}" opacity=".55"><rect x="${x}" y="${y}" width="120" height="34" rx="17"/><rect x="${x + 28}" y="${y - 20}" width="60" height="40" rx="20"/></g>`;
    });
    const hop = random.between(60, 240);
    const coins = range(5).map(
      (step) =>
        svg`<circle cx="${hop + step * 66}" cy="${430 - Math.sin((step / 4) * Math.PI) * 86}" r="17" fill="${palette.glow}"/>`,
    );
    return clouds.join('') + columns.join('') + coins.join('');
  },
};
