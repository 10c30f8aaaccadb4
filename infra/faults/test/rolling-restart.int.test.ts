import { type ProcessName, type RunningProduct, startProduct } from '@nightshelf/local';
import { services } from '@nightshelf/local/product/topology.ts';
import { infrastructure, until } from '@nightshelf/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReplicatedProduct, replicate } from './replicas.ts';
import { Workload } from './workload.ts';

const bus = infrastructure().kafkaBrokers === null ? 'redis' : 'kafka';

describe(`two instances of everything on ${bus}, with gamers changing their vaults all the while`, () => {
  let product: RunningProduct;
  let replicated: ReplicatedProduct;
  let workload: Workload;

  beforeAll(async () => {
    product = await startProduct({ settings: { EVENT_BUS: bus, RATE_LIMIT_FACTOR: 10_000, LOG_LEVEL: 'error' } });
    replicated = await replicate(product, 2);
    // From here on only the two instances of each serve; the product's own would hide what they fail at.
    await Promise.all([...replicated.replicas.keys()].map((name) => product.process(name).child.stop()));
    workload = await Workload.start(replicated.url, 6);
  }, 240_000);

  afterAll(async () => {
    await replicated?.stop();
    await product?.stop();
  }, 120_000);

  /** One instance after the other, of all of these at once. */
  const restartsOf = (names: readonly ProcessName[]) =>
    Promise.all(names.map((name) => replicated.replicas.get(name)?.restartInTurn()));

  test.each([
    ['every service', [...services]],
    ['the gateway', ['gateway']],
  ] as const)(
    '%s is replaced instance by instance, and no request fails',
    async (_, names) => {
      const before = workload.acknowledgedWrites;
      await restartsOf(names);
      await until('changes are stored', () => workload.acknowledgedWrites > before + 20, 60_000);
      expect(workload.refusals).toEqual([]);
    },
    180_000,
  );

  test('in the end everybody sees what is stored, and that is what was acknowledged', async () => {
    await workload.stop();
    const rows = await until(
      'what others see equals what is stored',
      async () => {
        const compared = await workload.compare();
        return compared.every(({ stored, seen }) => stored === seen) && compared;
      },
      60_000,
    );
    for (const { acknowledged, attempted, stored } of rows) expect([acknowledged, attempted]).toEqual([stored, stored]);
  }, 120_000);
});
