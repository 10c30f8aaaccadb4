import type { ProcessName } from '@nightshelf/local/product/topology.ts';
import { services } from '@nightshelf/local/product/topology.ts';
import { findKafka } from '@nightshelf/servers';
import { until } from '@nightshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCopies, checkData } from '../src/checks.ts';
import { Crowd } from '../src/gamers/crowd.ts';
import { Stage } from '../src/stage/stage.ts';

const bus = findKafka() === null ? 'redis' : 'kafka';

describe(`a rolling restart of two instances each on ${bus}, while gamers write`, () => {
  let stage: Stage;
  let crowd: Crowd;

  beforeAll(async () => {
    const onLine = (name: string, line: string) => process.stderr.write(`${name} ${line}\n`);
    // Longer than any gamer keeps a connection idle.
    stage = await Stage.start({ bus, lingerSeconds: 5, onLine });
    crowd = await Crowd.gather({ url: stage.url, attemptsMs: [13_000], vaults: 3, shared: 1, pauseMs: 150 });
  }, 240_000);

  afterAll(async () => {
    await crowd?.stop();
    await stage?.stop();
  }, 120_000);

  it.each<[string, readonly ProcessName[]]>([
    ['all services', services],
    ['the gateway', ['gateway']],
  ])(
    'fails no request while %s restart',
    async (_, names) => {
      const before = crowd.ledger.acknowledged.length;
      await Promise.all(names.map((name) => stage.group(name).restartInTurn()));
      await until('writes are acknowledged', () => crowd.ledger.acknowledged.length > before + 20, 60_000);
      expect(crowd.ledger.retries).toBe(0);
    },
    180_000,
  );

  it('stores and copies every acknowledged write', async () => {
    expect(await crowd.pause(60_000)).toBe(true);
    await until('copies equal their owners', async () => (await checkCopies(stage)).length === 0, 60_000);
    expect(await checkData(stage, crowd.ledger)).toEqual([]);
  }, 120_000);
});
