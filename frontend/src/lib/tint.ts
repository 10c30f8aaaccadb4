import type { CSSProperties } from 'react';

/** Returns a constant hue of 0 to 359 degrees for a text. */
export function hueOf(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  // The golden angle spreads neighbors such as 3030-1 and 3030-2 far apart.
  return Math.floor(hash * 137.508) % 360;
}

/** Style for the class `cover-tint`, derived from a text such as a game's guid. */
export const tintOf = (text: string): CSSProperties & { '--hue': number } => ({ '--hue': hueOf(text) });
