import { type LineStyle, lineWidth } from './set-line.ts';

export interface Room {
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
export function fitLines(text: string, style: Omit<LineStyle, 'size'>, room: Room): { lines: string[]; size: number } {
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
