import type { Composition } from './composition.ts';
import { polar, range, svg } from './svg.ts';

const specks = (count: number, random: Parameters<Composition['draw']>[0], fill: string) =>
  range(count)
    .map(
      () =>
        svg`<circle cx="${random.between(20, 580)}" cy="${random.between(20, 540)}" r="${random.between(0.8, 2.4)}" fill="${fill}" opacity="${random.between(0.3, 0.9)}"/>`,
    )
    .join('');

/** Planets on tilted orbits about a sun. */
export const orbits: Composition = {
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
export const eclipse: Composition = {
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
export const constellation: Composition = {
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
export const stripes: Composition = {
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
