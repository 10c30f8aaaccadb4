import { createLogger } from '@nightshelf/platform/logging/logger.ts';
import { closeAfterTests } from '@nightshelf/testing/close-after-tests.ts';
import { expect, test } from 'vitest';
import { parseJson, parseRoutes, routeClient } from '../src/providers/route-client.ts';
import { serve } from './catalog.ts';

test('tries six routes in order, each for 30 seconds', { timeout: 60_000 }, async () => {
  const asked: { readonly route: number; readonly at: number }[] = [];
  const { url } = await serve((request, response) => {
    const route = Number(new URL(request.url ?? '', 'http://proxy').searchParams.get('route'));
    asked.push({ route, at: performance.now() });
    // The first route never responds; the next ones break off.
    if (route === 6) response.end('{"found":1}');
    else if (route > 1) response.destroy();
  });
  const proxies = [1, 2, 3, 4, 5, 6].map((route) => `${url}/?route=${route}&url={url}`);
  const routes = parseRoutes(JSON.stringify(proxies));
  if (typeof routes === 'string') throw new Error(routes);
  const client = routeClient(routes, createLogger('test', 'silent'));
  closeAfterTests(() => client.close());
  const search = { method: 'GET', url: 'https://provider.example/search', headers: {} } as const;
  // The first route's time starts here, however late a busy server receives it.
  const began = performance.now();
  expect(await client.send(search, ({ text }) => parseJson(text))).toEqual({ found: 1 });
  expect(asked.map(({ route }) => route)).toEqual([1, 2, 3, 4, 5, 6]);
  const waited = (asked[1]?.at ?? 0) - began;
  expect(waited).toBeGreaterThan(29_900);
  // A busy machine may be later, but not twice as late.
  expect(waited).toBeLessThan(45_000);
});
