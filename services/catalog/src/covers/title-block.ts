import bebasNeue from './lettering/faces/bebas-neue.json' with { type: 'json' };
import cinzel from './lettering/faces/cinzel.json' with { type: 'json' };
import dmSerifDisplay from './lettering/faces/dm-serif-display.json' with { type: 'json' };
import jost from './lettering/faces/jost.json' with { type: 'json' };
import silkscreen from './lettering/faces/silkscreen.json' with { type: 'json' };
import spaceGrotesk from './lettering/faces/space-grotesk.json' with { type: 'json' };

/** Outlines of a typeface, so that a cover looks the same whatever fonts the viewer has. One em is 1000 units. */
interface Face {
  readonly capHeight: number;
  /** Units between pairs of characters, mostly negative. */
  readonly kerning: Readonly<Record<string, number>>;
  /** The advance of a character, and its outline as SVG path data. */
  readonly glyphs: Readonly<Record<string, readonly (string | number)[]>>;
}

/** A style of lettering. */
export interface Manner {
  readonly face: Face;
  /** Whether the typeface has capitals only, so that text is upper-cased first. */
  readonly capitals?: true;
  /** Space after each character, in thousandths of an em. */
  readonly tracking: number;
  /** Distance between baselines, in ems. */
  readonly leading: number;
  /** Sheet units per em. */
  readonly largest: number;
  readonly centred: boolean;
}

export const manners = {
  loud: { face: bebasNeue, capitals: true, tracking: 12, leading: 0.9, largest: 150, centred: false },
  carved: { face: cinzel, capitals: true, tracking: 20, leading: 1.02, largest: 92, centred: true },
  literary: { face: dmSerifDisplay, tracking: 0, leading: 0.98, largest: 98, centred: true },
  friendly: { face: jost, tracking: -8, leading: 0.96, largest: 98, centred: false },
  technical: { face: spaceGrotesk, tracking: -24, leading: 0.98, largest: 92, centred: false },
  pixels: { face: silkscreen, capitals: true, tracking: -20, leading: 0.96, largest: 96, centred: true },
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

const unknownAdvance = 300;

const shown = (text: string, { capitals }: Manner) => (capitals ? text.toUpperCase() : text);

/** Returns the characters with their offsets from the start, and the total advance, in thousandths of an em. */
function place(text: string, manner: Manner) {
  const { face, tracking } = manner;
  let at = 0;
  let before = '';
  const glyphs: { at: number; outline: string | number }[] = [];
  for (const character of shown(text, manner)) {
    at += face.kerning[before + character] ?? 0;
    const [advance = unknownAdvance, outline = ''] = face.glyphs[character] ?? [];
    if (outline) glyphs.push({ at: Math.round(at), outline });
    at += Number(advance) + tracking;
    before = character;
  }
  return { glyphs, advance: at - tracking };
}

/**
 * Returns the width of a line in sheet units.
 * @param size sheet units per em
 */
const lineWidth = (text: string, manner: Manner, size: number) => (place(text, manner).advance * size) / 1000;

/** Returns a line as SVG outlines with its baseline starting at x, y, in the color of the surrounding group. */
function setLine(text: string, manner: Manner, size: number, [x, y]: readonly [x: number, y: number]): string {
  const paths = place(text, manner).glyphs.map(
    ({ at, outline }) => `<path transform="translate(${at})" d="${outline}"/>`,
  );
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 1000).toFixed(4)})">${paths.join('')}</g>`;
}

/** Where a title may stand on a sheet of 600 by 800 units. */
const left = 48;
const width = 600 - left * 2;
const rooms = { top: { top: 56, bottom: 292 }, bottom: { top: 584, bottom: 758 } } as const;

export type TitlePosition = keyof typeof rooms;

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

const mostLines = 4;

/**
 * Splits a text into the lines that allow the largest size in the given room, preferring even lines; sizes in sheet
 * units.
 */
function fitLines(text: string, manner: Manner, height: number): { lines: string[]; size: number } {
  const words = text.split(' ');
  let best = { lines: [text], size: 0, worth: 0 };
  for (let count = 1; count <= Math.min(mostLines, words.length); count++) {
    const byHeight = height / (0.75 + (count - 1) * manner.leading);
    for (const lines of cuts(words, count)) {
      const widest = Math.max(...lines.map((line) => lineWidth(line, manner, 1)));
      const size = Math.min(manner.largest, byHeight, width / widest);
      const evenness = 1 - (widest * size) / width / 100;
      const worth = size * evenness * (lines.some(forgotten) && count > 1 ? 0.6 : 1);
      // Another line must allow a clearly larger size.
      if (worth > best.worth * (count === best.lines.length ? 1 : 1.12)) best = { lines, size, worth };
    }
  }
  return best;
}

/** Returns a title as outlines that fit the room, or as text when the typeface lacks its script. */
export function titleBlock(title: string, manner: Manner, at: TitlePosition): string {
  if (!canSet(title, manner)) return asText(title, at);
  const { top, bottom } = rooms[at];
  const { lines, size } = fitLines(title, manner, bottom - top);
  const capital = (size * manner.face.capHeight) / 1000;
  const leading = size * manner.leading;
  const first = at === 'top' ? top + capital : bottom - (lines.length - 1) * leading;
  const indentOf = (text: string) => (manner.centred ? (width - lineWidth(text, manner, size)) / 2 : 0);
  return lines
    .map((text, index) => setLine(text, manner, size, [left + indentOf(text), first + index * leading]))
    .join('');
}

const canSet = (title: string, manner: Manner) =>
  [...shown(title, manner)].every((character) => character === ' ' || manner.face.glyphs[character]);

/** Characters per line of text, for scripts whose letters are as wide as high. */
const lineLength = 10;

function asText(title: string, at: TitlePosition): string {
  const { top, bottom } = rooms[at];
  const characters = [...title];
  const lines = Array.from({ length: Math.min(3, Math.ceil(characters.length / lineLength)) }, (_, index) =>
    characters.slice(index * lineLength, (index + 1) * lineLength).join(''),
  );
  const first = at === 'top' ? top + 40 : bottom - (lines.length - 1) * 54;
  return lines
    .map(
      (line, index) =>
        `<text x="${left}" y="${first + index * 54}" font-family="sans-serif" font-weight="700" font-size="46">${escapeXml(line)}</text>`,
    )
    .join('');
}
