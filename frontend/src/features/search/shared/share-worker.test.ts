import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { gameIn } from './game-in.ts';

const origin = 'https://nightshelf.example';

/** Returns where the share part of the service worker redirects a request; undefined when it does not handle it. */
function redirected(address: string, mode = 'navigate'): string | undefined {
  let listener = (_event: object) => {};
  let stopped = false;
  let to: string | undefined;
  const self = { addEventListener: (_: string, given: typeof listener) => (listener = given) };
  const context = { self, URL, URLSearchParams, Response: { redirect: (where: string) => where } };
  runInNewContext(readFileSync(new URL('../../../../public/share.js', import.meta.url), 'utf8'), context);
  listener({
    request: { mode, url: origin + address },
    respondWith: (where: string) => {
      to = where;
    },
    stopImmediatePropagation: () => {
      stopped = true;
    },
  });
  expect(stopped).toBe(to !== undefined);
  return to;
}

const share = (parts: Record<string, string>) => `/search?${new URLSearchParams(parts)}`;

test.each([
  ['Latin', 'Look at this! '],
  ['Arabic', 'انظر إلى هذا '],
  ['emoji', '🎮🕹'],
  ['Japanese', '鬼武者'],
])("shortens a share above the server's limit, and keeps its address: %s", (_, words) => {
  const url = 'https://store.steampowered.com/app/620/Portal_2/';
  const long = words.repeat(800);
  const to = redirected(share({ title: long, text: `${long}${url}`, url: long })) ?? '';
  expect(to.length).toBeLessThan(8000);
  const parts = new URL(to, origin).searchParams;
  expect(gameIn({ title: parts.get('title') ?? '', text: parts.get('text') ?? '', url: '' })).toBe('Portal 2');
  expect(redirected(to)).toBeUndefined();
});

test.each([
  ['a short share', share({ text: 'Portal 2' }), 'navigate'],
  ['a long search', share({ q: 'x'.repeat(5000) }), 'navigate'],
  ['another page', `/users?${new URLSearchParams({ text: 'x'.repeat(5000) })}`, 'navigate'],
  ['a call', share({ text: 'x'.repeat(5000) }), 'cors'],
])('does not handle %s', (_, address, mode) => {
  expect(redirected(address, mode)).toBeUndefined();
});
