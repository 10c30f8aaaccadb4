import { type RunningProduct, startProduct } from '@nightshelf/local';
import { infrastructure, until } from '@nightshelf/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Workload } from './workload.ts';

/** No answer may take longer than the gateway's own limit, with room for a busy machine. */
const longestAnswerMs = 15_000;

const buses = infrastructure().kafkaBrokers === null ? (['redis'] as const) : (['redis', 'kafka'] as const);

describe.each(buses)('the product on %s, with gamers changing their vaults all the while', (bus) => {
  let product: RunningProduct;
  let workload: Workload;

  beforeAll(async () => {
    product = await startProduct({ settings: { EVENT_BUS: bus, RATE_LIMIT_FACTOR: 10_000, LOG_LEVEL: 'error' } });
    workload = await Workload.start(product.url, 6);
  }, 180_000);

  afterAll(() => product?.stop(), 60_000);

  /** The product works again: somebody's next change was stored. */
  const worksAgain = async () => {
    const before = workload.acknowledgedWrites;
    await until('a change is stored again', () => workload.acknowledgedWrites > before + 10, 60_000);
  };

  const processes = ['library', 'social', 'catalog', 'auth', 'gateway'] as const;
  test.each(processes)(
    '%s is killed: it comes back by itself',
    async (name) => {
      await worksAgain();
      await product.process(name).child.kill('SIGKILL');
      await until(`${name} is ready again`, async () => (await ready(name)) === 200, 60_000);
      await worksAgain();
    },
    120_000,
  );

  const servers =
    bus === 'kafka'
      ? (['postgres', 'redis', 'redisCache', 'kafka'] as const)
      : (['postgres', 'redis', 'redisCache'] as const);
  test.each(servers)(
    '%s is killed and restarted: everything recovers by itself',
    async (name) => {
      const server = product[name];
      if (!server) throw new Error(`no ${name}`);
      await server.kill('SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await server.restart();
      await worksAgain();
    },
    120_000,
  );

  test('no acknowledged write is lost, and everybody else sees the same in the end', async () => {
    await workload.stop();
    expect(workload.acknowledgedWrites).toBeGreaterThan(200);
    const rows = await until(
      'what others see equals what is stored',
      async () => {
        const compared = await workload.compare();
        return compared.every(({ stored, seen }) => stored === seen) && compared;
      },
      60_000,
    );
    for (const { acknowledged, attempted, stored } of rows) {
      expect(stored).toBeGreaterThanOrEqual(acknowledged);
      expect(stored).toBeLessThanOrEqual(attempted);
    }
  }, 120_000);

  test('whoever was refused was told so in bounded time and in the form of the product', () => {
    for (const { status, milliseconds, body } of workload.refusals) {
      expect(milliseconds).toBeLessThan(longestAnswerMs);
      // 0: the gateway itself was gone. 401: the session's Redis was, and the identity with it.
      if (status === 0) continue;
      expect([502, 503, 504], JSON.stringify(body)).toContain(status);
      expect(body).toMatchObject({ success: false, code: expect.any(String), request_id: expect.any(String) });
    }
  });

  const ready = async (name: (typeof processes)[number]) =>
    (await fetch(`${product.process(name).operationsUrl}/readyz`)).status;
});
