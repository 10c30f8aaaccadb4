import { expect, test } from 'vitest';
import { parseRoutes } from './route-client.ts';

test('keeps the order of routes and escapes the address in them', () => {
  const routes = parseRoutes(
    '["https://proxy.example/raw?url={url}", {"url": "https://wrap.example/get?url={url}", "wrapped": true}, "direct"]',
  );
  if (typeof routes === 'string') throw new Error(routes);
  expect(routes.map(({ name, wrapped }) => [name, wrapped])).toEqual([
    ['proxy.example', false],
    ['wrap.example', true],
    ['direct', false],
  ]);
  const targets = routes.map(({ target }) => target('https://api.example/search/?q=a&b=c'));
  expect(targets[0]).toBe('https://proxy.example/raw?url=https%3A%2F%2Fapi.example%2Fsearch%2F%3Fq%3Da%26b%3Dc');
  expect(targets[2]).toBe('https://api.example/search/?q=a&b=c');
});

test.each([
  ['not json', 'direct'],
  ['no routes', '[]'],
  ['more than six', JSON.stringify(Array(7).fill('direct'))],
  ['no place for the address', '["https://proxy.example/"]'],
  ['another scheme', '["file:///{url}"]'],
  ['an address that chooses the host', '["https://{url}"]'],
  ['an address in the host name', '["https://{url}.example/"]'],
])('refuses %s', (_, text) => {
  expect(parseRoutes(text)).toBeTypeOf('string');
});
