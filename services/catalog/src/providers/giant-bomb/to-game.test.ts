import { game as gameSchema } from '@nightshelf/contracts/games.ts';
import { expect, test } from 'vitest';
import { toGame } from './to-game.ts';

const item = {
  aliases: 'FF7\r\nFFVII',
  api_detail_url: 'https://www.giantbomb.com/api/game/3030-13053/',
  deck: 'A mercenary and a planet.',
  description: '<h2>Overview</h2><p>Long ago &amp; far away.</p>',
  guid: '3030-13053',
  id: 13053,
  image: { medium_url: 'https://static.giantbomb.com/m.png', small_url: 'javascript:alert(1)', thumb_url: null },
  name: 'Final Fantasy VII',
  number_of_user_reviews: 41,
  original_game_rating: [{ id: 6, name: 'ESRB: T' }],
  original_release_date: '1997-01-31 00:00:00',
  platforms: [{ id: 22, name: 'PlayStation', abbreviation: 'PS1' }],
  resource_type: 'game',
};

test('maps a game of a list field by field', () => {
  expect(toGame(item)).toEqual({
    guid: '3030-13053',
    id: null,
    name: 'Final Fantasy VII',
    deck: 'A mercenary and a planet.',
    original_release_date: '1997-01-31',
    image: {
      small_url: null,
      medium_url: 'https://static.giantbomb.com/m.png',
      thumb_url: null,
      screen_large_url: null,
    },
    image_url: 'https://static.giantbomb.com/m.png',
    platforms: [{ id: 22, guid: '3045-22', name: 'PlayStation', abbreviation: 'PS1' }],
    description: '<h2>Overview</h2><p>Long ago &amp; far away.</p>',
    aliases: 'FF7\nFFVII',
    number_of_user_reviews: 41,
    original_game_rating: { name: 'ESRB: T' },
  });
});

test('returns a valid game despite nulls, missing and odd fields', () => {
  const bare = {
    id: 7,
    name: ' Elite ',
    platforms: [null, { name: '' }, 3, { id: 'x', name: 'BBC Micro' }],
    image: 'none',
  };
  const odd = {
    ...item,
    deck: 5,
    number_of_user_reviews: 'many',
    original_game_rating: {},
    original_release_date: 'soon',
  };
  for (const game of [
    toGame(bare),
    toGame(odd),
    toGame({ ...item, name: 'x'.repeat(9000), deck: 'd\u0000'.repeat(9000) }),
  ]) {
    expect(gameSchema.safeParse(game).error).toBeUndefined();
  }
  expect(toGame(bare)).toMatchObject({ guid: '3030-7', name: 'Elite', platforms: [{ id: null, name: 'BBC Micro' }] });
});

test('returns null without a name or an identity', () => {
  for (const none of [
    null,
    'game',
    {},
    { id: 1 },
    { name: 'x' },
    { ...item, name: '  ' },
    { guid: '3005-1', name: 'x' },
  ]) {
    expect(toGame(none)).toBeNull();
  }
});
