import type { ProcessName } from '@nightshelf/local';
import { services } from '@nightshelf/local/product/topology.ts';
import { findKafka } from '@nightshelf/servers';
import { until } from '@nightshelf/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkData } from '../src/checks/check-data.ts';
import { checkProjections } from '../src/checks/check-projections.ts';
import { Crowd } from '../src/gamers/crowd.ts';
import { type Stage, startStage } from '../src/stage/stage.ts';

const bus = findKafka() === null ? 'redis' : 'kafka';

describe(`two instances of everything on ${bus}, with gamers changing their vaults all the while`, () => {
  let stage: Stage;
  let crowd: Crowd;

  beforeAll(async () => {
    // Longer than any gamer leaves a connection unused.
    const onLine = (name: string, line: string) => process.stderr.write(`${name} ${line}\n`);
    stage = await startStage({ bus, replicas: 2, lingerSeconds: 5, onLine });
    const patience = { attemptsMs: [13_000], intentMs: 30_000 };
    crowd = await Crowd.gather({ url: stage.url, patience, vaults: 3, shared: 1, pauseMs: 150 });
  }, 240_000);

  afterAll(async () => {
    await crowd?.disperse();
    await stage?.stop();
  }, 120_000);

  /** One instance after the other, of all of these at once. */
  const restartsOf = (names: readonly ProcessName[]) =>
    Promise.all(names.map((name) => stage.group(name).restartInTurn()));

  test.each([
    ['every service', [...services]],
    ['the gateway', ['gateway']],
  ] as const)(
    '%s is replaced instance by instance, and no request fails',
    async (_, names) => {
      const before = crowd.journal.acknowledged.length;
      await restartsOf(names);
      await until('changes are stored', () => crowd.journal.acknowledged.length > before + 20, 60_000);
      expect([crowd.journal.resent, crowd.journal.unknown]).toEqual([0, 0]);
    },
    180_000,
  );

  test('in the end everybody sees what is stored, and that is what was acknowledged', async () => {
    expect(await crowd.rest(60_000)).toBe(true);
    await until('copies equal what is stored', async () => (await checkProjections(stage)).length === 0, 60_000);
    expect(await checkData(stage, crowd.journal)).toEqual([]);
  }, 120_000);
});
