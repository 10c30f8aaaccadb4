import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { Depth } from './outbox-table.ts';
import { measureRelay } from './relay.ts';

test('reports no outbox without a relay, and the last known values when the database is unavailable', async () => {
  const registry = new Registry();
  let depth: Depth | undefined;
  measureRelay(registry, async () => depth);
  const reported = async () =>
    (await registry.metrics()).split('\n').filter((line) => /^outbox_(depth|oldest|republish)/.test(line));
  expect(await reported()).toEqual([]);
  depth = { count: 2, oldestSeconds: 3, failing: 0, again: 4 };
  const known = ['outbox_depth 2', 'outbox_oldest_seconds 3', 'outbox_republish_depth 4'];
  expect(await reported()).toEqual(known);
  depth = undefined;
  expect(await reported()).toEqual(known);
});
