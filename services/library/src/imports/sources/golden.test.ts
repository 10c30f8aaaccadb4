import { expect, test } from 'vitest';
import { readGolden as read } from './golden/read-golden.ts';

test('reads HowLongToBeat', () => {
  expect(read('howlongtobeat', 'howlongtobeat.csv')).toEqual([
    {
      title: 'Outer Wilds',
      status: 'completed',
      rating: 10,
      hours_played: 25,
      platform_id: 94,
      date_added: '2020-06-20T12:00:00.000Z',
    },
    {
      title: 'Celeste, again',
      status: 'playing',
      hours_played: 1,
      platform_id: 157,
      date_added: '2021-01-02T12:00:00.000Z',
    },
    { title: 'Braid', status: 'dropped', rating: 4, platform_id: 20, date_added: '2019-05-05T12:00:00.000Z' },
    {
      title: 'Hades',
      status: 'want_to_play',
      problems: [
        'The rating "120" is not between 0 and 100.',
        '"soon" is not a number of hours.',
        'The platform "Amstrad 9000" is unknown.',
        '"yesterday" is not a readable date.',
      ],
    },
  ]);
});

test('reads Yamtrack', () => {
  expect(read('yamtrack', 'yamtrack.csv')).toEqual([
    { problems: ['Not a game: tv.'] },
    { title: 'Resident Evil 7: Biohazard', guid: 'igdb-19562', status: 'completed', rating: 9, hours_played: 13.5 },
    { title: 'A game of my own', status: 'want_to_play' },
    {
      title: 'Odd',
      problems: [
        '"igdb-no id" does not identify a game.',
        '"Waiting" is not a known status.',
        'The rating "11" is not between 0 and 10.',
        '"-1h" is not a number of hours.',
      ],
    },
  ]);
});

test('reads Grouvee', () => {
  expect(read('grouvee', 'grouvee.csv')).toEqual([
    {
      title: 'Portal 2',
      year: 2011,
      guid: '3030-21662',
      status: 'completed',
      rating: 10,
      hours_played: 8.5,
      platform_id: 94,
      tags: ['Co-op nights'],
      date_added: '2015-02-01T09:00:00.000Z',
    },
    { title: 'Bastion', year: 2011, status: 'playing' },
    {
      title: 'Limbo',
      problems: [
        '"3030-x y" does not identify a game.',
        'The shelves of this game are unreadable.',
        'The rating "7" is not between 0 and 5.',
        'The dates of this game are unreadable.',
        'The platforms of this game are unreadable.',
      ],
    },
  ]);
});

test('reads GOG Galaxy', () => {
  expect(read('gog_galaxy', 'gog-galaxy.csv')).toEqual([
    {
      title: 'The Witcher 3: Wild Hunt',
      year: 2015,
      rating: 10,
      hours_played: 104.5,
      platform_id: 94,
      tags: ['rpg', "Geralt's"],
    },
    { title: 'FTL', platform_id: 94 },
    {
      title: 'Gwent',
      platform_id: 94,
      tags: ['cards'],
      problems: [
        '"soon" is not a year.',
        'The rating "9" is not between 0 and 5.',
        '"many min" is not a number of hours.',
      ],
    },
  ]);
});

test('reads IGDB', () => {
  expect(read('igdb', 'igdb.csv')).toEqual([
    { title: 'The Witcher 3: Wild Hunt', year: 2015, guid: 'igdb-1942' },
    { title: 'Streets of Rage 4', year: 2020, guid: 'igdb-107262' },
    { title: 'Odd', problems: ['"soon" is not a year.', '"igdb-no id" does not identify a game.'] },
  ]);
});
