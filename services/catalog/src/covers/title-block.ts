import { escapeXml } from './escape-xml.ts';
import type { Genre } from './genre.ts';
import bebasNeue from './lettering/faces/bebas-neue.json' with { type: 'json' };
import cinzel from './lettering/faces/cinzel.json' with { type: 'json' };
import dmSerifDisplay from './lettering/faces/dm-serif-display.json' with { type: 'json' };
import jost from './lettering/faces/jost.json' with { type: 'json' };
import silkscreen from './lettering/faces/silkscreen.json' with { type: 'json' };
import spaceGrotesk from './lettering/faces/space-grotesk.json' with { type: 'json' };

/** Outlines of a typeface, so that a cover looks the same whatever fonts the viewer has. One em is 1000 units. */
interface Face {
  readonly capHeight: number;
  /** Whether it has capitals only, so that text is upper-cased first. */
  readonly capitals: boolean;
  /** Maps pairs of characters to the units between them, mostly negative. */
  readonly kerning: ReadonlyMap<string, number>;
  /** Maps a character to its advance and its outline as SVG path data. */
  readonly glyphs: ReadonlyMap<string, Glyph>;
}

interface Glyph {
  readonly advance: number;
  readonly outline: string;
}

interface FaceFile {
  readonly capHeight: number;
  readonly kerning: Readonly<Record<string, number>>;
  readonly glyphs: Readonly<Record<string, readonly (string | number)[]>>;
}

function face(file: FaceFile, capitals = false): Face {
  const glyphs = Object.entries(file.glyphs).map(
    ([character, [advance, outline]]) => [character, { advance: Number(advance), outline: String(outline) }] as const,
  );
  return {
    capHeight: file.capHeight,
    capitals,
    kerning: new Map(Object.entries(file.kerning)),
    glyphs: new Map(glyphs),
  };
}

const faces = {
  /** Geometric. */
  jost: face(jost),
  /** Condensed, loud. */
  bebasNeue: face(bebasNeue, true),
  /** Inscriptional. */
  cinzel: face(cinzel, true),
  /** High contrast. */
  dmSerifDisplay: face(dmSerifDisplay),
  /** Pixels. */
  silkscreen: face(silkscreen, true),
  /** Technical. */
  spaceGrotesk: face(spaceGrotesk),
};

interface LineStyle {
  readonly face: Face;
  /** Sheet units per em. */
  readonly size: number;
  /** Space after each character, in thousandths of an em. */
  readonly tracking: number;
}

const unknownAdvance = 300;

const shown = (text: string, face: Face) => (face.capitals ? text.toUpperCase() : text);

/** Returns the characters with their offsets from the start, and the total advance, in thousandths of an em. */
function place(text: string, { face, tracking }: LineStyle) {
  let at = 0;
  let before = '';
  const glyphs: { at: number; outline: string }[] = [];
  for (const character of shown(text, face)) {
    at += face.kerning.get(before + character) ?? 0;
    const glyph = face.glyphs.get(character);
    if (glyph?.outline) glyphs.push({ at: Math.round(at), outline: glyph.outline });
    at += (glyph?.advance ?? unknownAdvance) + tracking;
    before = character;
  }
  return { glyphs, advance: at - tracking };
}

/** Returns the width of a line in sheet units. */
const lineWidth = (text: string, style: LineStyle) => (place(text, style).advance * style.size) / 1000;

/** Returns a line as SVG outlines with its baseline starting at x, y, in the colour of the surrounding group. */
function setLine(text: string, style: LineStyle, x: number, y: number): string {
  const scale = style.size / 1000;
  const paths = place(text, style).glyphs.map(
    ({ at, outline }) => `<path transform="translate(${at})" d="${outline}"/>`,
  );
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})">${paths.join('')}</g>`;
}

interface Room {
  readonly width: number;
  readonly height: number;
  readonly largest: number;
  readonly lines: number;
  /** Distance between baselines, in ems. */
  readonly leading: number;
}

/** Returns the ways of splitting words into this many lines, in order. */
function cuts(words: readonly string[], lines: number): string[][] {
  if (lines === 1) return [[words.join(' ')]];
  return words
    .slice(0, words.length - lines + 1)
    .flatMap((_, index) =>
      cuts(words.slice(index + 1), lines - 1).map((rest) => [words.slice(0, index + 1).join(' '), ...rest]),
    );
}

/** A line of one or two characters looks like a mistake. */
const forgotten = (line: string) => line.length < 3;

/**
 * Splits a text into the lines that allow the largest size in the given room, preferring even lines; sizes in sheet
 * units.
 */
function fitLines(text: string, style: Omit<LineStyle, 'size'>, room: Room): { lines: string[]; size: number } {
  const words = text.split(' ');
  let best = { lines: [text], size: 0, worth: 0 };
  for (let count = 1; count <= Math.min(room.lines, words.length); count++) {
    const byHeight = room.height / (0.75 + (count - 1) * room.leading);
    for (const lines of cuts(words, count)) {
      const widest = Math.max(...lines.map((line) => lineWidth(line, { ...style, size: 1 })));
      const size = Math.min(room.largest, byHeight, room.width / widest);
      const evenness = 1 - (widest * size) / room.width / 100;
      const worth = size * evenness * (lines.some(forgotten) && count > 1 ? 0.6 : 1);
      // Another line must allow a clearly larger size.
      if (worth > best.worth * (count === best.lines.length ? 1 : 1.12)) best = { lines, size, worth };
    }
  }
  return best;
}

interface Manner {
  readonly face: Face;
  readonly tracking: number;
  readonly leading: number;
  readonly largest: number;
  readonly centred: boolean;
}

const loud: Manner = { face: faces.bebasNeue, tracking: 12, leading: 0.9, largest: 150, centred: false };
const carved: Manner = { face: faces.cinzel, tracking: 20, leading: 1.02, largest: 92, centred: true };
const literary: Manner = { face: faces.dmSerifDisplay, tracking: 0, leading: 0.98, largest: 98, centred: true };
const friendly: Manner = { face: faces.jost, tracking: -8, leading: 0.96, largest: 98, centred: false };
const technical: Manner = { face: faces.spaceGrotesk, tracking: -24, leading: 0.98, largest: 92, centred: false };
const pixels: Manner = { face: faces.silkscreen, tracking: -20, leading: 0.96, largest: 96, centred: true };

const manners: Readonly<Record<Genre, Manner>> = {
  action: loud,
  adventure: literary,
  arcade: pixels,
  fighting: loud,
  horror: literary,
  platformer: friendly,
  puzzle: technical,
  racing: loud,
  rpg: carved,
  sandbox: loud,
  shooter: loud,
  simulation: friendly,
  sports: loud,
  strategy: technical,
};

/** Long series names go in small type above their part; a short name is large with its subtitle below. */
const longestHeadline = 11;

function split(name: string): { before: string; headline: string; after: string } {
  const cut = name.indexOf(': ');
  if (cut < 0) return { before: '', headline: name, after: '' };
  const [first, rest] = [name.slice(0, cut), name.slice(cut + 2)];
  return first.length > longestHeadline
    ? { before: first, headline: rest, after: '' }
    : { before: '', headline: first, after: rest };
}

export interface TitleRoom {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly at: 'top' | 'bottom';
}

/** Returns a title as outlines that fit the room, or as text when the typefaces lack its script. */
export function titleBlock(title: string, genre: Genre, room: TitleRoom): string {
  const manner = manners[genre];
  if (!canSet(title, manner.face)) return asText(title, room);
  const { before, headline, after } = split(title);
  const small = { face: faces.jost, size: 20, tracking: 150 };
  const asides = [before, after].map((text) =>
    text
      ? fitLines(text.toUpperCase(), small, { width: room.width, height: 50, largest: 23, lines: 2, leading: 1.3 })
      : null,
  );
  const [above, below] = asides;
  const tall = (aside: typeof above) => (aside ? aside.lines.length * aside.size * 1.3 + 14 : 0);
  const height = room.bottom - room.top - tall(above) - tall(below);
  const { lines, size } = fitLines(headline, manner, { ...manner, width: room.width, height, lines: 4 });
  const capital = (size * manner.face.capHeight) / 1000;
  const used = tall(above) + capital + (lines.length - 1) * size * manner.leading + tall(below);
  let y = room.at === 'top' ? room.top : room.bottom - used;
  const parts: string[] = [];
  const line = (text: string, style: { face: Face; size: number; tracking: number }, rise: number) => {
    const x = manner.centred ? room.x + (room.width - lineWidth(text, style)) / 2 : room.x;
    parts.push(setLine(text, style, x, y + rise));
  };
  for (const text of above?.lines ?? []) {
    line(text, { ...small, size: above?.size ?? small.size }, 13);
    y += (above?.size ?? 0) * 1.3;
  }
  if (above) y += 14;
  for (const text of lines) {
    line(text, { ...manner, size }, capital);
    y += size * manner.leading;
  }
  // Descenders would touch the text below.
  const hanging =
    !manner.face.capitals && /[gjpqyQ,]/.test(lines.at(-1) ?? '')
      ? size * 0.2
      : manner.face === faces.cinzel
        ? size * 0.14
        : 0;
  y += capital - size * manner.leading + 14 + hanging;
  for (const text of below?.lines ?? []) {
    line(text, { ...small, size: below?.size ?? small.size }, 15);
    y += (below?.size ?? 0) * 1.3;
  }
  return parts.join('');
}

const canSet = (title: string, face: Face) =>
  [...title.toUpperCase(), ...title].every(
    (character) =>
      character === ' ' ||
      (face.glyphs.has(face.capitals ? character.toUpperCase() : character) && faces.jost.glyphs.has(character)),
  );

/** Characters per line of text, for scripts whose letters are as wide as high. */
const lineLength = 10;

function asText(title: string, { x, top, bottom, at }: TitleRoom): string {
  const characters = [...title];
  const lines = Array.from({ length: Math.min(3, Math.ceil(characters.length / lineLength)) }, (_, index) =>
    characters.slice(index * lineLength, (index + 1) * lineLength).join(''),
  );
  const first = at === 'top' ? top + 40 : bottom - (lines.length - 1) * 54;
  return lines
    .map(
      (line, index) =>
        `<text x="${x}" y="${first + index * 54}" font-family="sans-serif" font-weight="700" font-size="46">${escapeXml(line)}</text>`,
    )
    .join('');
}
