import type { Face } from './face.ts';

export interface LineStyle {
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
export const lineWidth = (text: string, style: LineStyle) => (place(text, style).advance * style.size) / 1000;

/** Returns a line as SVG outlines with its baseline starting at x, y, in the colour of the surrounding group. */
export function setLine(text: string, style: LineStyle, x: number, y: number): string {
  const scale = style.size / 1000;
  const paths = place(text, style).glyphs.map(
    ({ at, outline }) => `<path transform="translate(${at})" d="${outline}"/>`,
  );
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})">${paths.join('')}</g>`;
}
