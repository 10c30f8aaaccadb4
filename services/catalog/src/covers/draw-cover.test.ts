import { expect, it, test } from 'vitest';
import { palettes } from './compositions.ts';
import { drawCover } from './draw-cover.ts';

/** Checks that elements nest correctly, values are valid numbers and text contains no bare markup. */
function isWellFormed(svg: string): boolean {
  const open: string[] = [];
  for (const [, close, name = '', single] of svg.matchAll(/<(\/?)([\w:]+)(?:\s+[\w:-]+="[^"<]*")*\s*(\/?)>/g)) {
    if (single) continue;
    if (!close) open.push(name);
    else if (open.pop() !== name) return false;
  }
  const rest = svg.replace(/<\/?[\w:]+(?:\s+[\w:-]+="[^"<]*")*\s*\/?>/g, '');
  return open.length === 0 && !/[<>]|undefined|&(?!(amp|lt|gt|quot|#39);)/.test(rest) && !/NaN|undefined/.test(svg);
}

test.each([
  'Portal 2',
  'The Legend of Zelda: Breath of the Wild',
  'ゼルダの伝説 ブレス オブ ザ ワイルド',
  'لعبة',
  '🎮',
  '???',
  '<script>alert("1")</script> & more',
  'a'.repeat(500),
  'word '.repeat(100),
  '\u{20bb7}'.repeat(250),
])('draws a well-formed cover for %s', (name) => {
  const svg = drawCover(name);
  expect(isWellFormed(svg)).toBe(true);
  expect(svg.isWellFormed()).toBe(true);
  expect(svg.length).toBeLessThan(80_000);
});

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

it.each(palettes)('has readable titles on $high and $low', ({ ink, high, low }) => {
  expect(contrast(ink, high)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(ink, low)).toBeGreaterThanOrEqual(4.5);
});
