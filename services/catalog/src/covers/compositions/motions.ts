import type { Composition } from './composition.ts';
import { polar, polygon, range, svg } from './svg.ts';

/** A road to the horizon under a wide sun. */
export const road: Composition = {
  name: 'road',
  title: 'top',
  draw: (random, palette) => {
    const x = random.between(220, 380);
    const dashes = range(6).map((dash) => {
      const near = 496 + 300 * ((dash + 0.55) / 6) ** 2;
      const far = 496 + 300 * (dash / 6) ** 2;
      const at = (y: number) => x + (300 - x) * ((y - 490) / 310);
      const half = (y: number) => 0.8 + (y - 490) * 0.03;
      return polygon(
        [
          [at(far) - half(far), far],
          [at(far) + half(far), far],
          [at(near) + half(near), near],
          [at(near) - half(near), near],
        ],
        palette.glow,
      );
    });
    const hills = svg`<path fill="${palette.far}" d="M0 490V${430 + random.between(-30, 30)}L140 ${380 + random.between(-30, 30)}L260 470L420 ${370 + random.between(-30, 30)}L600 460V490Z"/>`;
    return svg`<circle cx="${x}" cy="440" r="112" fill="${palette.glow}"/>${hills}<rect y="488" width="600" height="312" fill="${palette.middle}"/>${polygon(
      [
        [x - 8, 488],
        [x + 8, 488],
        [560, 800],
        [40, 800],
      ],
      palette.low,
    )}${dashes.join('')}`;
  },
};

/** Two opposing shapes and the impact between them. */
export const clash: Composition = {
  name: 'clash',
  title: 'bottom',
  draw: (random, palette) => {
    const turn = random.between(-38, 38);
    const point = random.between(70, 150);
    const wedge = (side: number, back: number, half: number, fill: string) =>
      polygon(
        [
          [side * 14, 0],
          [side * (back - point), -half],
          [side * back, -half],
          [side * back, half],
          [side * (back - point), half],
        ],
        fill,
      );
    const wedges = [
      wedge(-1, 480, 340, palette.far),
      wedge(1, 480, 340, palette.far),
      wedge(-1, 480, 190, palette.near),
      wedge(1, 480, 190, palette.middle),
    ];
    const spark = polygon(
      range(16).map((corner) => polar(0, 0, corner % 2 ? 22 : 60 + (corner % 4) * 14, (corner / 16) * Math.PI * 2)),
      palette.glow,
    );
    return svg`<g transform="translate(300 290) rotate(${turn})">${wedges.join('')}${spark}</g><rect y="540" width="600" height="30" fill="url(#fade)"/><rect y="558" width="600" height="242" fill="${palette.low}"/>`;
  },
};

/** Rings closing on a point. */
export const target: Composition = {
  name: 'target',
  title: 'bottom',
  draw: (random, palette) => {
    const x = random.between(250, 350);
    const rings = [250, 200, 150, 100, 52].map((radius, index) => {
      const fill = [palette.far, palette.middle, palette.far, palette.near, palette.glow][index] ?? palette.glow;
      return svg`<circle cx="${x}" cy="300" r="${radius}" fill="${fill}"/>`;
    });
    const turn = random.between(0, 360);
    return svg`${rings.join('')}<path transform="rotate(${turn} ${x} 300)" fill="${palette.low}" opacity=".38" d="M${x} 300V20A280 280 0 0 1 ${x + 242} 160Z"/><path stroke="${palette.ink}" stroke-width="3" d="M${x - 280} 300h180M${x + 100} 300h180M${x} 20v180M${x} 400v130"/>`;
  },
};

/** A ball, its bounces and the lines of a court. */
export const court: Composition = {
  name: 'court',
  title: 'bottom',
  draw: (random, palette) => {
    const low = random.between(120, 190);
    return svg`<rect x="0" y="330" width="600" height="230" fill="${palette.far}"/><path fill="none" stroke="${palette.near}" stroke-width="5" d="M0 332H600M300 332V560M300 446m-78 0a78 52 0 1 0 156 0a78 52 0 1 0-156 0"/><path fill="none" stroke="${palette.ink}" stroke-width="3" stroke-dasharray="2 12" stroke-linecap="round" d="M40 470Q150 ${low - 90} 262 470T430 ${low + 60}"/><circle cx="430" cy="${low + 60}" r="62" fill="${palette.glow}"/><path fill="none" stroke="${palette.low}" stroke-width="5" d="M388 ${low + 16}Q430 ${low + 60} 388 ${low + 104}M472 ${low + 16}Q430 ${low + 60} 472 ${low + 104}"/><rect y="558" width="600" height="242" fill="${palette.low}"/>`;
  },
};

/** A creature of the first arcades, mirrored about its middle. */
export const sprite: Composition = {
  name: 'sprite',
  title: 'bottom',
  draw: (random, palette) => {
    const cell = 36;
    const rows = 11;
    const pixels = range(rows).flatMap((row) =>
      range(6).flatMap((column) => {
        const edge = Math.abs(row - 5) / 5 + column / 6;
        const eye = row === 4 && column === 2;
        if (!eye && !random.chance(1.28 - edge * 0.72)) return [];
        const fill = eye ? palette.glow : row < 3 ? palette.near : row < 8 ? palette.middle : palette.near;
        return [column, -column - 1].map(
          (side) =>
            svg`<rect x="${300 + side * cell}" y="${110 + row * cell}" width="${cell - 3}" height="${cell - 3}" fill="${fill}"/>`,
        );
      }),
    );
    const dots = range(9).map(
      (dot) => svg`<rect x="${56 + dot * 60}" y="52" width="10" height="10" fill="${palette.glow}"/>`,
    );
    return dots.join('') + pixels.join('');
  },
};
