import { describe, expect, test } from 'vitest';
import { hueOf } from '../../lib/tint.ts';
import { coverAddress, initialsOf, releaseYear } from './game-facts.ts';

describe('release year', () => {
  test('is the year of the date', () => expect(releaseYear({ original_release_date: '2017-03-03' })).toBe('2017'));
  test('is TBA without a date', () => expect(releaseYear({ original_release_date: null })).toBe('TBA'));
});

describe('cover address', () => {
  const none = { small_url: null, medium_url: null, thumb_url: null, screen_large_url: null };
  test('prefers the medium picture', () => {
    const image = { ...none, small_url: 'http://a/s', medium_url: 'http://a/m' };
    expect(coverAddress({ image, image_url: 'http://a/i' })).toBe('http://a/m');
  });
  test('falls back to image_url', () =>
    expect(coverAddress({ image: none, image_url: 'http://a/i' })).toBe('http://a/i'));
  test('is null without any picture', () => expect(coverAddress({ image: null, image_url: null })).toBeNull());
});

describe('initials', () => {
  test.each([
    ['Hollow Knight', 'HK'],
    ['hades', 'H'],
    ['.hack//G.U.', 'HG'],
    ['ゼルダの伝説', 'ゼ'],
    ['🎮🎮', '🎮'],
    ['   ', '?'],
  ])('of %j are %j', (name, initials) => expect(initialsOf(name)).toBe(initials));
});

test('a guid always has the same hue, within the circle', () => {
  expect(hueOf('3030-1')).toBe(hueOf('3030-1'));
  expect(hueOf('3030-1')).not.toBe(hueOf('3030-2'));
  expect(hueOf('3030-4725')).toBeLessThan(360);
});
