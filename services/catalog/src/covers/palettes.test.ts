import { expect, it } from 'vitest';
import { palettes } from './compositions.ts';

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
