import { type Manner, manners, type TitlePosition } from './title-block.ts';

/** A way of filling a sheet of 600 by 800 units whose background is already painted. */
export interface Composition {
  /** Position of the title: above the horizon or below the figure. */
  readonly title: TitlePosition;
  /** Styles of lettering that suit it. */
  readonly manners: readonly Manner[];
  /** Returns SVG elements. */
  readonly draw: (random: Random, palette: Palette) => string;
}

const short = (value: number) => Math.round(value * 10) / 10;

/** Joins lists, and rounds the numbers of a template to a tenth, which keeps covers small. */
function svg(parts: TemplateStringsArray, ...values: readonly (string | number | readonly string[])[]): string {
  const text = (value: string | number | readonly string[]) => {
    if (typeof value === 'number') return String(short(value));
    return typeof value === 'string' ? value : value.join('');
  };
  return String.raw({ raw: parts }, ...values.map(text));
}

type Point = readonly [x: number, y: number];

const line = (points: readonly Point[]) => points.map(([x, y]) => svg`${x} ${y}`).join('L');

const each = (count: number, draw: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => draw(index));

/** A point at this distance and angle (radians) from a centre. */
const polar = (x: number, y: number, radius: number, angle: number): Point => [
  x + radius * Math.cos(angle),
  y + radius * Math.sin(angle),
];

const turn = Math.PI * 2;

const specks = (count: number, random: Random, fill: string) =>
  each(
    count,
    () =>
      svg`<circle cx="${random.between(20, 580)}" cy="${random.between(20, 540)}" r="${random.between(0.8, 2.4)}" fill="${fill}" opacity="${random.between(0.3, 0.9)}"/>`,
  );

const { loud, carved, literary, friendly, technical, pixels } = manners;

export const compositions: readonly Composition[] = [
  {
    // Arches within arches, with light behind the last one.
    title: 'bottom',
    manners: [carved, literary, loud],
    draw: (random, { far, middle, near, glow, low }) => {
      const drift = random.between(-26, 26);
      const gates = [far, middle, near, glow].map((fill, depth) => {
        const half = 226 - depth * 58;
        const top = 84 + depth * 62;
        return svg`<path fill="${fill}" d="M${300 + drift * depth - half} 560V${top + half}a${half} ${half} 0 0 1 ${half * 2} 0V560Z"/>`;
      });
      const x = 300 + drift * 3;
      const figure = svg`<g fill="${low}"><circle cx="${x}" cy="486" r="10"/><path d="M${x - 14} 560l6-58q8-8 16 0l6 58Z"/></g>`;
      return svg`${gates}${figure}<rect y="560" width="600" height="240" fill="${low}"/>`;
    },
  },
  {
    // Blocks of a town seen from above one corner.
    title: 'bottom',
    manners: [loud, friendly, technical],
    draw: (random, { far, middle, near, glow }) => {
      const cells = each(25, (cell) => {
        const [column, row] = [cell % 5, Math.floor(cell / 5)];
        const x = 300 + (column - row) * 52;
        const ground = 330 + (column + row) * 30;
        const top = ground - random.whole(1, 6) * 22 * (random.chance(0.2) ? 1.8 : 1);
        const wall = (side: number, fill: string) =>
          svg`<path fill="${fill}" d="M${x + side} ${top}L${x} ${top + 30}V${ground + 30}L${x + side} ${ground}Z"/>`;
        const roof = svg`<path fill="${random.chance(0.16) ? glow : near}" d="M${x} ${top - 30}l52 30l-52 30l-52-30Z"/>`;
        return wall(-52, far) + wall(52, middle) + roof;
      });
      return cells.join('');
    },
  },
  {
    // Towers with a few windows still lit.
    title: 'top',
    manners: [loud, literary],
    draw: (random, { far, middle, low, glow }) => {
      const windows = (x: number, top: number, wide: number) =>
        each(14, (cell) => {
          if (!random.chance(0.32)) return '';
          const left = x + 12 + (cell % 2) * (wide / 2 - 4);
          return svg`<rect x="${left}" y="${top + 24 + Math.floor(cell / 2) * 30}" width="10" height="14" fill="${glow}"/>`;
        }).join('');
      const rows = [far, middle, low].map((fill, depth) => {
        let towers = '';
        for (let x = -20; x < 600; ) {
          const wide = random.between(46, 92);
          const top = 420 + depth * 90 - random.between(-30, 120);
          const roof = random.chance(0.3) ? svg`l${wide / 2}-34l${wide / 2} 34` : svg`h${wide}`;
          towers += svg`<path fill="${fill}" d="M${x} 800V${top}${roof}V800Z"/>`;
          if (depth === 2) towers += windows(x, top, wide);
          x += wide + random.between(-2, 14);
        }
        return towers;
      });
      return svg`<circle cx="${random.between(140, 460)}" cy="372" r="70" fill="${glow}" opacity=".92"/>${rows}`;
    },
  },
  {
    // Mountain ranges behind one another under a low sun.
    title: 'top',
    manners: [literary, carved, friendly],
    draw: (random, { far, middle, near, low, glow }) => {
      const sun = svg`<circle cx="${random.between(170, 430)}" cy="400" r="${random.between(62, 104)}" fill="${glow}"/>`;
      const ranges = [far, middle, near, low].map((fill, depth) => {
        const peaks = Array.from({ length: 8 }, (_, step): Point => {
          const rise = random.between(0, 150 - depth * 26) * (step % 2 ? 1 : 0.25);
          return [(step * 600) / 7, 470 + depth * 82 - rise];
        });
        return svg`<path fill="${fill}" d="M0 800L${line(peaks)}L600 800Z"/>`;
      });
      return svg`${sun}${ranges}`;
    },
  },
  {
    // Long swells and a moon with its reflection.
    title: 'top',
    manners: [literary, carved, friendly],
    draw: (random, { far, middle, near, low, glow }) => {
      const x = random.between(180, 420);
      const waves = [far, middle, near, far, low].map((fill, depth) => {
        const [lift, shift] = [random.between(24, 52), random.between(-120, 0)];
        return svg`<path fill="${fill}" d="M${shift} ${470 + depth * 66}q75-${lift * 2} 150 0t150 0t150 0t150 0t150 0V800H${shift}Z"/>`;
      });
      const glints = each(
        4,
        (row) =>
          svg`<rect x="${x - 46 + row * 9}" y="${500 + row * 58}" width="${92 - row * 18}" height="6" rx="3" fill="${glow}" opacity=".85"/>`,
      );
      return svg`<circle cx="${x}" cy="395" r="84" fill="${glow}"/>${waves}${glints}`;
    },
  },
  {
    // Dunes with a lone marker on the crest.
    title: 'top',
    manners: [loud, literary, friendly],
    draw: (random, { far, middle, near, low, glow, ink }) => {
      const x = random.between(190, 410);
      const lean = random.between(-60, 60);
      const crest = 590 + random.between(-46, 30);
      const mirrored = random.chance(0.5) ? 'translate(600 0) scale(-1 1)' : 'translate(0 0)';
      return svg`<g transform="${mirrored}"><circle cx="${600 - x}" cy="${380 + lean / 3}" r="${random.between(36, 88)}" fill="${glow}"/>
<path fill="${far}" d="M0 560C150 ${470 + lean} 330 ${520 - lean} 600 430V800H0Z"/>
<path fill="${middle}" d="M0 520C190 500 ${x} 560 600 ${640 - lean}V800H0Z"/>
<path fill="${near}" d="M0 720C120 ${690 + lean / 2} 240 ${crest + 10} ${x + 60} ${crest}C${x} 680 420 740 600 750V800H0Z"/>
<path fill="${low}" d="M0 800V730C160 770 380 690 600 740V800Z"/>
<path fill="${ink}" d="M${x + 57} ${crest}v-78h6v78Zm6-76l34 14l-34 14Z"/></g>`;
    },
  },
  {
    // A creature of the first arcades, mirrored about its middle.
    title: 'bottom',
    manners: [pixels],
    draw: (random, { middle, near, glow }) => {
      const pixel = (cell: number) => {
        const [column, row] = [cell % 6, Math.floor(cell / 6)];
        const isEye = row === 4 && column === 2;
        if (!isEye && !random.chance(1.28 - (Math.abs(row - 5) / 5 + column / 6) * 0.72)) return '';
        const fill = isEye ? glow : row < 3 || row > 7 ? near : middle;
        const square = (side: number) =>
          svg`<rect x="${300 + side * 36}" y="${110 + row * 36}" width="33" height="33" fill="${fill}"/>`;
        return square(column) + square(-column - 1);
      };
      const dots = each(9, (dot) => svg`<rect x="${56 + dot * 60}" y="52" width="10" height="10" fill="${glow}"/>`);
      return svg`${dots}${each(66, pixel)}`;
    },
  },
  {
    // Beams from behind a shield or a star.
    title: 'bottom',
    manners: [loud, carved],
    draw: (random, { far, middle, near, low, glow }) => {
      const count = random.pick([14, 18, 22]);
      const beams = each(count, (beam) => {
        const angle = (beam / count) * turn;
        const ends = [polar(300, 300, 640, angle), polar(300, 300, 640, angle + Math.PI / count)];
        return svg`<path fill="${far}" opacity=".75" d="M300 300L${line(ends)}Z"/>`;
      });
      const corners = random.pick([3, 4, 5, 6, 8]);
      const star = (radius: number, fill: string) => {
        const inner = radius * (corners < 5 ? 0.42 : 0.62);
        const points = Array.from({ length: corners * 2 }, (_, corner) =>
          polar(300, 300, corner % 2 ? inner : radius, (corner / corners) * Math.PI - Math.PI / 2),
        );
        return svg`<path fill="${fill}" d="M${line(points)}Z"/>`;
      };
      return svg`${beams}<circle cx="300" cy="300" r="204" fill="${middle}"/><circle cx="300" cy="300" r="184" fill="${low}"/>${star(164, glow)}${star(92, near)}<rect y="470" width="600" height="330" fill="url(#fade)"/>`;
    },
  },
  {
    // Discs of different depth overlapping like coloured glass.
    title: 'bottom',
    manners: [technical, friendly, loud],
    draw: (random, { middle, near, glow, ink }) => {
      const start = random.between(0, turn);
      const glass = [middle, near, glow].map((fill, index) => {
        const [x, y] = polar(300, 300, 92, start + (index * turn) / 3);
        return svg`<circle cx="${x}" cy="${y}" r="${random.between(118, 168)}" fill="${fill}" opacity=".82"/>`;
      });
      return svg`<circle cx="300" cy="300" r="256" fill="none" stroke="${near}" stroke-width="2"/>${glass}<circle cx="300" cy="300" r="34" fill="${ink}"/>`;
    },
  },
  {
    // A maze of rings with two lit paths.
    title: 'bottom',
    manners: [technical, pixels],
    draw: (random, { middle, near, glow }) => {
      const rings = each(6, (ring) => {
        const radius = 64 + ring * 34;
        const round = turn * radius;
        const colour = ring === 2 || ring === 5 ? glow : ring % 2 ? middle : near;
        return svg`<circle cx="300" cy="300" r="${radius}" fill="none" stroke="${colour}" stroke-width="13" stroke-linecap="round" stroke-dasharray="${round * random.between(0.55, 0.86)} ${round}" transform="rotate(${random.between(0, 360)} 300 300)"/>`;
      });
      return svg`${rings}<circle cx="300" cy="300" r="22" fill="${glow}"/>`;
    },
  },
  {
    // Planets on tilted orbits about a sun.
    title: 'bottom',
    manners: [loud, technical],
    draw: (random, { middle, near, glow, ink }) => {
      const tilt = random.between(-34, 34);
      const flat = random.between(0.34, 0.94);
      const rings = each(4, (ring) => {
        const radius = 108 + ring * 62;
        const [x, y] = polar(0, 0, radius, random.between(0, turn));
        return svg`<ellipse rx="${radius}" ry="${radius * flat}" fill="none" stroke="${near}" stroke-width="1.6" opacity=".7"/><circle cx="${x}" cy="${y * flat}" r="${random.between(10, 26)}" fill="${ring % 2 ? near : middle}"/>`;
      });
      return svg`${specks(40, random, ink)}<g transform="translate(300 300) rotate(${tilt})"><circle r="66" fill="${glow}"/>${rings}</g>`;
    },
  },
  {
    // A large disc almost covered by another.
    title: 'bottom',
    manners: [carved, literary, loud],
    draw: (random, { far, near, glow, ink }) => {
      const [x, y] = polar(300, 310, random.between(40, 84), random.between(-0.9, 0.9) + Math.PI / 2);
      const halos = each(
        3,
        (ring) =>
          svg`<circle cx="300" cy="310" r="${212 + ring * 44}" fill="none" stroke="${near}" stroke-width="${3 - ring}" opacity="${0.6 - ring * 0.16}"/>`,
      );
      return svg`${specks(46, random, ink)}${halos}<circle cx="300" cy="310" r="178" fill="${glow}"/><circle cx="${x}" cy="${y}" r="172" fill="${far}"/><circle cx="${x}" cy="${y}" r="172" fill="url(#shade)"/>`;
    },
  },
  {
    // Bright points joined into an unnamed figure.
    title: 'bottom',
    manners: [carved, literary, technical],
    draw: (random, { far, middle, near, glow, ink }) => {
      const points = Array.from({ length: 8 }, (_, step) =>
        polar(300, 300, random.between(100, 225), (step / 8) * turn + random.between(-0.22, 0.22)),
      );
      const chords = [0, 2, 5].map(
        (from) => `M${line([from, (from + 3) % 8].flatMap((at) => points.slice(at, at + 1)))}`,
      );
      const stars = points.map(
        ([x, y], index) =>
          svg`<circle cx="${x}" cy="${y}" r="${index % 3 ? 7 : 14}" fill="${index % 3 ? ink : glow}"/>`,
      );
      return svg`<circle cx="300" cy="300" r="262" fill="${far}" opacity=".55"/>${specks(60, random, ink)}<path d="M${line(points)}Z${chords}" fill="${middle}" fill-opacity=".28" stroke="${near}" stroke-width="2.4"/>${stars}`;
    },
  },
  {
    // Rings closing on a point.
    title: 'bottom',
    manners: [loud, technical],
    draw: (random, { far, middle, near, low, glow, ink }) => {
      const x = random.between(250, 350);
      const rings = [far, middle, far, near, glow].map(
        (fill, index) => svg`<circle cx="${x}" cy="300" r="${250 - index * 50}" fill="${fill}"/>`,
      );
      return svg`${rings}<path transform="rotate(${random.between(0, 360)} ${x} 300)" fill="${low}" opacity=".38" d="M${x} 300V20A280 280 0 0 1 ${x + 242} 160Z"/><path stroke="${ink}" stroke-width="3" d="M${x - 280} 300h180M${x + 100} 300h180M${x} 20v180M${x} 400v130"/>`;
    },
  },
];

/** Colors of one poster. Text in `ink` is readable on `high` and on `low`. */
export interface Palette {
  /** Top of the background. */
  readonly high: string;
  /** Bottom of the background. */
  readonly low: string;
  /** Shapes from the farthest to the nearest. */
  readonly far: string;
  readonly middle: string;
  readonly near: string;
  /** The accent color. */
  readonly glow: string;
  readonly ink: string;
}

const rows: readonly (readonly [string, string, string, string, string, string, string])[] = [
  ['#0f1b3d', '#0a1128', '#24407a', '#3f6bb0', '#7fa6d9', '#ffb347', '#f6efe0'],
  ['#f3e3c7', '#ead0a4', '#e0a46b', '#c8553d', '#6d2e46', '#f26a3d', '#3a1730'],
  ['#10302b', '#0a211e', '#1e5147', '#3b7d67', '#8bb88f', '#f4d35e', '#f3f1dc'],
  ['#f7ede2', '#f5dccb', '#f6bd60', '#84a59d', '#3d5a6c', '#e4572e', '#243642'],
  ['#2b1338', '#1b0b26', '#5a2a6b', '#a23e7c', '#e5707e', '#ffd166', '#ffeede'],
  ['#dfeaf0', '#c5d9e3', '#9dbfcf', '#4f8aa8', '#1f4e6b', '#ff6b4a', '#12303f'],
  ['#3b0d11', '#220709', '#6a1b1a', '#a63a24', '#e07a3e', '#ffd9a0', '#fff0dc'],
  ['#e9e4d8', '#d8d0bd', '#b8b08d', '#6b7b5a', '#36462f', '#d1495b', '#232c1d'],
  ['#141414', '#0b0b0c', '#2c2c30', '#55555c', '#9a9aa3', '#e63946', '#f4f1ec'],
  ['#ffd9c7', '#ffc2a8', '#ff9a76', '#d65a6f', '#7a2e5d', '#fff3df', '#451539'],
  ['#0b2e4a', '#071f33', '#14557a', '#2292a4', '#9ad1c9', '#f5ee9e', '#f2f7ee'],
  ['#f4d58d', '#eec05c', '#e09f3e', '#bf5a2d', '#6f1d1b', '#fff8e1', '#4a1110'],
  ['#1f2041', '#14142b', '#4b3f72', '#7d5ba6', '#c9a7eb', '#7ef0c8', '#f3ecff'],
  ['#d9ead3', '#c0dbb9', '#93bf85', '#4f8a5b', '#234f37', '#f2a541', '#15372a'],
  ['#4a0e2e', '#30081e', '#7d1f4b', '#c2386f', '#f58ea0', '#ffe08a', '#fff0ea'],
  ['#ece8f4', '#dcd4ea', '#b9a9d6', '#7a66b0', '#40327a', '#ff7f6a', '#261c52'],
  ['#123524', '#0b2217', '#2c5f3a', '#5f8f3f', '#b5c95a', '#ff8552', '#f5f6e0'],
  ['#fdf0d5', '#f6dfb2', '#7fb3c8', '#2f6690', '#16425b', '#d7263d', '#0e2a3d'],
  ['#2d1e17', '#1c120e', '#5b3a29', '#97643d', '#d6a562', '#6fd1c0', '#f9ecd9'],
  ['#003844', '#00262f', '#006c67', '#1aa38f', '#a8dcc4', '#ffb100', '#f3f8ee'],
  ['#f2c9d8', '#e9aec5', '#d67ba6', '#8f3f83', '#452665', '#fff0c2', '#34184f'],
  ['#22304a', '#172236', '#3f5678', '#7189a8', '#c0cddc', '#ff5d5d', '#f3f5f8'],
  ['#cfe8e6', '#aed8d6', '#6fbfbf', '#22838c', '#0d4450', '#ff8a5b', '#0a2f38'],
  ['#35124e', '#210a33', '#5b2a86', '#9a48d0', '#e59bff', '#44e5e7', '#f9eeff'],
];

export const palettes = rows.map(
  ([high, low, far, middle, near, glow, ink]): Palette => ({ high, low, far, middle, near, glow, ink }),
);

/** Pseudo-random numbers, the same for the same seed. */
export type Random = ReturnType<typeof randomFrom>;

/** Returns a 32-bit FNV-1a hash. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** A generator (mulberry32) whose sequence depends on the seed alone. */
export function randomFrom(seed: string) {
  let state = hash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
  /** Returns an integer in [from, to]. */
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    /** Returns a number in [from, to). */
    between: (from: number, to: number) => from + next() * (to - from),
    whole,
    /** Returns one of the items; throws RangeError when there are none. */
    pick: <T>(items: readonly T[]): T => {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    /** Returns true with this probability (0 to 1). */
    chance: (probability: number) => next() < probability,
  };
}
