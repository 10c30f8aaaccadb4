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

const face = ({ capHeight, kerning, glyphs }: FaceFile, capitals = false): Face => ({
  capHeight,
  capitals,
  kerning: new Map(Object.entries(kerning)),
  glyphs: new Map(
    Object.entries(glyphs).map(([character, [advance, outline]]) => [
      character,
      { advance: Number(advance), outline: String(outline) },
    ]),
  ),
});

/** A style of lettering. */
export interface Manner {
  readonly face: Face;
  /** Space after each character, in thousandths of an em. */
  readonly tracking: number;
  /** Distance between baselines, in ems. */
  readonly leading: number;
  /** Sheet units per em. */
  readonly largest: number;
  readonly centred: boolean;
}

export const manners = {
  loud: { face: face(bebasNeue, true), tracking: 12, leading: 0.9, largest: 150, centred: false },
  carved: { face: face(cinzel, true), tracking: 20, leading: 1.02, largest: 92, centred: true },
  literary: { face: face(dmSerifDisplay), tracking: 0, leading: 0.98, largest: 98, centred: true },
  friendly: { face: face(jost), tracking: -8, leading: 0.96, largest: 98, centred: false },
  technical: { face: face(spaceGrotesk), tracking: -24, leading: 0.98, largest: 92, centred: false },
  pixels: { face: face(silkscreen, true), tracking: -20, leading: 0.96, largest: 96, centred: true },
} satisfies Record<string, Manner>;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for XML, in content and in attributes. */
export const escapeXml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

interface LineStyle extends Pick<Manner, 'face' | 'tracking'> {
  /** Sheet units per em. */
  readonly size: number;
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

/** Returns a line as SVG outlines with its baseline starting at x, y, in the color of the surrounding group. */
function setLine(text: string, style: LineStyle, x: number, y: number): string {
  const scale = style.size / 1000;
  const paths = place(text, style).glyphs.map(
    ({ at, outline }) => `<path transform="translate(${at})" d="${outline}"/>`,
  );
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})">${paths.join('')}</g>`;
}

interface Room extends Pick<Manner, 'largest' | 'leading'> {
  readonly width: number;
  readonly height: number;
  readonly lines: number;
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

export interface TitleRoom {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly at: 'top' | 'bottom';
}

/** Returns a title as outlines that fit the room, or as text when the typeface lacks its script. */
export function titleBlock(title: string, manner: Manner, room: TitleRoom): string {
  if (!canSet(title, manner.face)) return asText(title, room);
  const { x, width, top, bottom, at } = room;
  const { lines, size } = fitLines(title, manner, { ...manner, width, height: bottom - top, lines: 4 });
  const style = { ...manner, size };
  const capital = (size * manner.face.capHeight) / 1000;
  const leading = size * manner.leading;
  const first = at === 'top' ? top + capital : bottom - (lines.length - 1) * leading;
  const indentOf = (text: string) => (manner.centred ? (width - lineWidth(text, style)) / 2 : 0);
  return lines.map((text, index) => setLine(text, style, x + indentOf(text), first + index * leading)).join('');
}

const canSet = (title: string, face: Face) =>
  [...shown(title, face)].every((character) => character === ' ' || face.glyphs.has(character));

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
