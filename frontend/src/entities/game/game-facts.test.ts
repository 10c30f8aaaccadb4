import { describe, expect, test } from 'vitest';
import {
  coverAddress,
  drawnCoverAddress,
  initialsOf,
  longPartialDate,
  releaseDate,
  releaseYear,
} from './game-facts.ts';

describe('release year', () => {
  test.each([
    [{ original_release_date: '2017-03-03' }, '2017'],
    [{ original_release_date: null, partial_release_date: '1992' }, '1992'],
    [{ original_release_date: null, partial_release_date: '1992-06' }, '1992'],
    [{ original_release_date: '1992-06-20', partial_release_date: '1993' }, '1992'],
    [{ original_release_date: null, partial_release_date: null }, 'TBA'],
    [{ original_release_date: null }, 'TBA'],
  ])('of %j is %s', (game, year) => expect(releaseYear(game)).toBe(year));
});

test('sorts release dates as text, unknown ones first', () => {
  const games = [
    { original_release_date: '1992-06-20' },
    { original_release_date: null, partial_release_date: '1993' },
    { original_release_date: null, partial_release_date: '1992-06' },
    { original_release_date: null },
    { original_release_date: null, partial_release_date: '1992' },
  ];
  expect(games.map(releaseDate).sort()).toEqual(['', '1992', '1992-06', '1992-06-20', '1993']);
});

test.each([
  ['1992', '1992'],
  ['1992-06', 'June 1992'],
  ['2000-01', 'January 2000'],
])('formats the partial date %s as %s', (part, text) => expect(longPartialDate(part)).toBe(text));

describe('drawn cover address', () => {
  test.each([
    ['Tom & Jerry: 100%', '/api/games/covers?name=Tom+%26+Jerry%3A+100%25'],
    ['ゼルダ', '/api/games/covers?name=%E3%82%BC%E3%83%AB%E3%83%80'],
    // A truncated name may end in half an emoji.
    ['Half \ud83d', '/api/games/covers?name=Half+%EF%BF%BD'],
  ])('of %j is %s', (name, address) => expect(drawnCoverAddress(name)).toBe(address));
});

describe('cover address', () => {
  const none = { small_url: null, medium_url: null, thumb_url: null, screen_large_url: null };
  test('prefers the medium picture', () => {
    const image = { ...none, small_url: 'http://a/s', medium_url: 'http://a/m' };
    expect(coverAddress({ image, image_url: 'http://a/i' })).toBe('http://a/m');
  });
  test('falls back to image_url', () =>
    expect(coverAddress({ image: none, image_url: 'http://a/i' })).toBe('http://a/i'));
  test('is null without a picture', () => expect(coverAddress({ image: null, image_url: null })).toBeNull());
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
