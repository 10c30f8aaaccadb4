import { expect, test } from 'vitest';
import { readGolden } from './golden/read-golden.ts';

test("reads Backloggd's Game Library Exporter", () => {
  expect(readGolden('backloggd', 'backloggd.csv')).toEqual([
    { title: 'Portal 2', year: 2011, guid: 'igdb-72', status: 'completed', rating: 10 },
    { title: 'Celeste, again', year: 2018, status: 'playing', rating: 9 },
    { title: 'Hollow Knight: Silksong', guid: 'igdb-115289', status: 'want_to_play' },
    {
      title: 'Odd',
      problems: [
        '"soon" is not a year.',
        '"igdb-no id" does not identify a game.',
        '"Lent out" is not a known status.',
        'The rating "7" is not between 0 and 5.',
      ],
    },
  ]);
});

test("reads Backloggd's console script", () => {
  expect(readGolden('backloggd', 'backloggd-console.csv')).toEqual([
    { title: 'Outer Wilds', status: 'completed', rating: 9 },
    { title: 'Disco Elysium', status: 'want_to_play' },
    { title: 'Egg, Inc.', status: 'dropped', rating: 1 },
  ]);
});

test("reads Backloggd's Data Transfer", () => {
  expect(readGolden('backloggd', 'backloggd-transfer.json')).toEqual([
    { title: 'Raft', guid: 'igdb-27082', status: 'completed', rating: 9, hours_played: 31.5 },
    { title: 'Hades', status: 'playing', rating: 7, hours_played: 2.5 },
    {
      title: 'Odd',
      problems: [
        '"igdb-x y" does not identify a game.',
        '"borrowed" is not a known status.',
        '"-2 h" is not a number of hours.',
      ],
    },
  ]);
});

test('reads Ryot', () => {
  expect(readGolden('ryot', 'ryot.json')).toEqual([
    {
      title: 'Resident Evil 7: Biohazard',
      guid: 'igdb-19562',
      status: 'completed',
      rating: 9,
      hours_played: 8.5,
      tags: ['Rainy days'],
    },
    { title: 'Portal 2', guid: '3030-21662', status: 'want_to_play' },
    { problems: ['Not a game: movie.'] },
    {
      title: 'Odd',
      problems: [
        '"igdb-no id" does not identify a game.',
        '"lent" is not a known status.',
        'The rating "120" is not between 0 and 100.',
        '"-60" is not a number of seconds.',
      ],
    },
  ]);
});

test('reads vglist', () => {
  expect(readGolden('vglist', 'vglist.json')).toEqual([
    {
      title: 'Half-Life 2',
      guid: 'wikidata-Q193581',
      status: 'completed',
      rating: 10,
      hours_played: 12.5,
      platform_id: 94,
    },
    { title: 'Minecraft', status: 'collection' },
    {
      title: 'Odd',
      problems: [
        '"toString" is not a known status.',
        'The rating "101" is not between 0 and 100.',
        '"-1.0" is not a number of hours.',
        'The platform "Amstrad 9000" is unknown.',
      ],
    },
  ]);
});

test('reads NeoDB', () => {
  expect(readGolden('neodb', 'neodb.csv')).toEqual([
    {
      title: 'Disco Elysium',
      guid: 'steam-632470',
      status: 'completed',
      rating: 10,
      tags: ['rpg', 'detective'],
      date_added: '2023-05-06T07:08:09.123Z',
    },
    { title: 'Hades', year: 2020, status: 'playing', date_added: '2024-01-02T03:04:05.000Z' },
    { problems: ['Not a game: movie.'] },
    {
      title: 'Odd',
      problems: [
        '"soon" is not a year.',
        '"lent" is not a known status.',
        'The rating "11" is not between 0 and 10.',
        '"yesterday" is not a readable date.',
      ],
    },
  ]);
});
