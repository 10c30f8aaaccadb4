import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { Depth } from './depth.ts';
import { measureRelay } from './relay-metrics.ts';
import type { Held } from './shares-table.ts';

test('reports no outbox without a relay, and the last known values when the database is unavailable', async () => {
  const registry = new Registry();
  let depth: Depth | undefined;
  measureRelay(
    registry,
    async () => depth,
    () => undefined,
  );
  const told = async () =>
    (await registry.metrics()).split('\n').filter((line) => /^outbox_(depth|oldest|republish)/.test(line));
  expect(await told()).toEqual([]);
  depth = { count: 2, oldestSeconds: 3, failing: 0, again: 4 };
  const known = ['outbox_depth 2', 'outbox_oldest_seconds 3', 'outbox_republish_depth 4'];
  expect(await told()).toEqual(known);
  depth = undefined;
  expect(await told()).toEqual(known);
});

test('reports for each partition whether this relay holds it, and nothing without a relay', async () => {
  const registry = new Registry();
  let held: readonly Held[] | undefined;
  measureRelay(
    registry,
    async () => undefined,
    () => held,
  );
  const told = async () => (await registry.metrics()).match(/^outbox_share_held\{.*$/gm) ?? [];
  expect(await told()).toEqual([]);
  held = [];
  expect(await told()).toHaveLength(8);
  held = [1, 7].map((share) => ({ share, fence: '1' }));
  expect((await told()).filter((line) => line.endsWith(' 1'))).toEqual([
    'outbox_share_held{share="1"} 1',
    'outbox_share_held{share="7"} 1',
  ]);
});
