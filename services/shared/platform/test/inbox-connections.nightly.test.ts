import { closeAfterTests, startSwallowingProxy, until } from '@nightshelf/testing';
import { beforeEach, expect, test } from 'vitest';
import { createDatabase } from '../src/database/database.ts';
import { requestLimits } from '../src/database/limits.ts';
import { Work } from '../src/database/work.ts';
import { createRegistry } from '../src/metrics/metrics.ts';
import { busServer, setup, useSetups } from './fixtures/each-setup.ts';
import { logger, recordEffects } from './fixtures/event-setup.ts';

useSetups();
beforeEach(() => void setup.startRelay());

/** Connects to the database at another address, with a statement limit of half a second. */
const workThrough = async (url: string) => {
  const limits = { ...requestLimits, statementMs: 500, answerMs: 200 };
  const registry = createRegistry('through');
  const orm = await createDatabase({ url, pool: 5, entities: [], migrations: [], logger, registry, limits });
  closeAfterTests(() => orm.close(true));
  return new Work(orm, 'through', () => undefined);
};
/** Keys of every partition. */
const guids = Array.from({ length: 40 }, (_, index) => `game-${index}`);

test.each(['database', 'Redis'])('handles events again within seconds when the %s connections hang', async (which) => {
  const isRedis = which === 'Redis';
  const proxy = await startSwallowingProxy(isRedis ? busServer.address.url : setup.databaseUrl);
  const { url } = proxy;
  const through = isRedis ? { bus: setup.open({ ...busServer.address, url }) } : { work: await workThrough(url) };
  setup.startConsumer([recordEffects], through);
  for (const version of [1, 2]) {
    await setup.record(guids, version);
    const count = version * guids.length;
    await until('every effect is there', async () => (await setup.effects()).length >= count);
    const effects = await setup.effects();
    expect(effects).toHaveLength(count);
    expect(new Set(effects).size).toBe(count);
    if (version === 2) return;
    expect(proxy.passing()).toBeGreaterThan(0);
    proxy.swallow();
  }
});
