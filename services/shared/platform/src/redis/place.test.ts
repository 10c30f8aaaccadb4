import { expect, test } from 'vitest';
import { placeOf } from './healing-redis.ts';

test('parses a cluster address into its nodes and common options', () => {
  expect(placeOf('redis+cluster://us%3Aer:p%40ss@a:7000,b')).toEqual({
    options: { username: 'us:er', password: 'p@ss' },
    nodes: [
      { host: 'a', port: 7000 },
      { host: 'b', port: 6379 },
    ],
  });
  expect(placeOf('redis+cluster://127.0.0.1:7000/').nodes).toEqual([{ host: '127.0.0.1', port: 7000 }]);
  expect(placeOf('rediss+cluster://:p@a').options).toMatchObject({ password: 'p', tls: {} });
});
