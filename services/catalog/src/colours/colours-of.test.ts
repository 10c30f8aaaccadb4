import { expect, test } from 'vitest';
import { coloursOf } from './cover-colours.ts';

type Rgb = readonly [number, number, number];
const picture = (...parts: readonly (readonly [Rgb, number])[]) =>
  Uint8Array.from(parts.flatMap(([colour, count]) => Array.from({ length: count }, () => colour).flat()));

const black: Rgb = [0, 0, 0];
const red: Rgb = [200, 30, 40];
const blue: Rgb = [30, 60, 200];

test('returns the most colorful colors, not the largest areas', () => {
  const [first, second, ...others] = coloursOf(picture([black, 2000], [red, 300], [blue, 150]));
  expect(first?.hue).toBeGreaterThan(10);
  expect(first?.hue).toBeLessThan(35);
  expect(second?.hue).toBeGreaterThan(250);
  expect(second?.hue).toBeLessThan(275);
  expect(others).toEqual([]);
});

test('merges shades of one hue, and ignores specks', () => {
  const found = coloursOf(picture([blue, 500], [[20, 50, 160], 300], [[60, 90, 220], 200], [red, 3]));
  expect(found).toHaveLength(1);
});

test('returns one gray for a gray image, and nothing for an empty one', () => {
  expect(coloursOf(picture([[128, 128, 128], 50]))).toEqual([
    { lightness: expect.closeTo(0.6, 1), chroma: 0, hue: expect.any(Number) },
  ]);
  expect(coloursOf(new Uint8Array())).toEqual([]);
});

test('limits the chroma of the strongest colors', () => {
  for (const { lightness, chroma, hue } of coloursOf(picture([[255, 0, 255], 10], [[0, 255, 0], 10]))) {
    expect(chroma).toBeLessThanOrEqual(0.2);
    expect(lightness).toBeLessThanOrEqual(1);
    expect(hue).toBeLessThan(360);
  }
});
