import { createRegistry } from '@nightshelf/platform/metrics/metrics.ts';
import { Counter } from 'prom-client';
import { expect, test } from 'vitest';
import { youTubeClient } from '../src/youtube/client.ts';
import { serve } from './youtube.ts';

test('does not follow a redirect to another host', async () => {
  const visited: (string | undefined)[] = [];
  const inner = await serve((request, response) => {
    visited.push(request.url);
    response.end('secret');
  });
  const outer = await serve((_, response) => response.writeHead(302, { location: `${inner}/inside` }).end());
  const client = youTubeClient(
    new Counter({ name: 'calls', help: '-', labelNames: ['call', 'result'], registers: [createRegistry('test')] }),
  );
  await expect(client.get('feed', new URL(outer), new AbortController().signal)).rejects.toThrow('feed answered 302');
  await client.close();
  expect(visited).toEqual([]);
});
