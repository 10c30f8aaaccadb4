import { createLogger } from '@nightshelf/platform/logging/logger.ts';
import { closeAfterTests } from '@nightshelf/testing/close-after-tests.ts';
import { expect, test } from 'vitest';
import { ProviderFault } from '../src/providers/game-provider.ts';
import { direct, parseJson, parseRoutes, type RouteClient, routeClient } from '../src/providers/route-client.ts';
import { serve } from './catalog.ts';

/** Closes the client after the test. */
function closing(client: RouteClient): RouteClient {
  closeAfterTests(() => client.close());
  return client;
}

function clientOf(routes: readonly unknown[], timeoutMs = 5000) {
  const parsed = parseRoutes(JSON.stringify(routes));
  if (typeof parsed === 'string') throw new Error(parsed);
  return closing(routeClient(parsed, createLogger('test', 'silent'), timeoutMs));
}

const get = (url: string) => ({ method: 'GET', url, headers: {} }) as const;

test('tries routes in turn until one responds', async () => {
  const broken = await serve((_, response) => response.destroy());
  const page = await serve((_, response) => response.end('<html>'));
  const wrapping = await serve((_, response) => response.end(JSON.stringify({ contents: '{"found":1}' })));
  const provider = await serve((_, response) => response.end('{"found":2}'));
  const client = clientOf([
    `${broken.url}/?url={url}`,
    `${page.url}/?url={url}`,
    { url: `${wrapping.url}/?url={url}`, wrapped: true },
    'direct',
  ]);
  const asked = `${provider.url}/search?q=a%20b`;
  expect(await client.send(get(asked), ({ text }) => parseJson(text))).toEqual({ found: 1 });
  expect(wrapping.seen.map(({ url }) => url)).toEqual([`/?url=${encodeURIComponent(asked)}`]);
  expect([broken.seen.length, page.seen.length, provider.seen.length]).toEqual([1, 1, 0]);
});

test('moves on from a route that does not respond in time', async () => {
  const silent = await serve(() => undefined);
  const provider = await serve((_, response) => response.end('{"found":2}'));
  const client = clientOf([`${silent.url}/?url={url}`, 'direct'], 1500);
  expect(await client.send(get(provider.url), ({ text }) => parseJson(text))).toEqual({ found: 2 });
});

test('follows no redirect', async () => {
  const inner = await serve((_, response) => response.end('{"secret":1}'));
  const provider = await serve((_, response) => response.writeHead(302, { location: inner.url }).end());
  const client = clientOf(['direct']);
  expect(await client.send(get(provider.url), (answer) => answer.status)).toBe(302);
  expect(inner.seen).toEqual([]);
});

test('cuts off an endless body', async () => {
  const provider = await serve((_, response) => {
    const chunk = Buffer.alloc(1024 * 1024, 'a');
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  });
  await expect(clientOf(['direct']).send(get(provider.url), ({ text }) => text.length)).rejects.toMatchObject({
    name: 'ProviderFault',
    kind: 'unavailable',
  });
});

test('stops at a response that every route would give', async () => {
  const provider = await serve((_, response) => response.writeHead(429, { 'retry-after': '7' }).end());
  const client = closing(routeClient([direct, direct], createLogger('test', 'silent')));
  const asked = client.send(get(provider.url), ({ retryAfterMs }) => {
    throw new ProviderFault('too-many-requests', 'slow down', retryAfterMs);
  });
  await expect(asked).rejects.toMatchObject({ kind: 'too-many-requests', retryAfterMs: 7000 });
  expect(provider.seen).toHaveLength(1);
});

test('hides the address and its contents in faults', async () => {
  const client = clientOf(['direct', 'http://127.0.0.1:1/?url={url}']);
  for (const url of ['http://127.0.0.1:1/?api_key=SECRET', 'http://host name/?api_key=SECRET']) {
    const fault: unknown = await client.send(get(url), () => null).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ProviderFault);
    expect(JSON.stringify(fault) + String((fault as Error).stack) + String((fault as Error).cause)).not.toContain(
      'SECRET',
    );
  }
});

test('limits concurrent requests', async () => {
  let open = 0;
  let most = 0;
  const provider = await serve(async (_, response) => {
    most = Math.max(most, ++open);
    await new Promise((resolve) => setTimeout(resolve, 20));
    open -= 1;
    response.end('{}');
  });
  const client = closing(routeClient([direct], createLogger('test', 'silent'), 5000, 2));
  await Promise.all(Array.from({ length: 8 }, () => client.send(get(provider.url), ({ text }) => parseJson(text))));
  expect(most).toBe(2);
});
