import { setTimeout as pause } from 'node:timers/promises';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { findRedis } from '@nightshelf/servers/redis.ts';
import { GatewayClient, type ServiceProcess, startServiceProcess, testPassword, until } from '@nightshelf/testing';
import { RedisCluster } from '@nightshelf/testing/infrastructure/redis-cluster.ts';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Setup, startSetup, untilRows } from './copies/setup.ts';

const main = new URL('../../../../gateway/src/main.ts', import.meta.url).pathname;
const imported = 300;

describe.skipIf(findRedis()?.kind !== 'program')('the product on a Redis cluster', () => {
  const folder = temporaryFolder();
  let cluster: RedisCluster;
  let setup: Setup;
  let gateway: ServiceProcess;

  beforeAll(async () => {
    cluster = await RedisCluster.start(folder, 1);
    const env = { REDIS_URL: cluster.url, REDIS_CACHE_URL: cluster.url };
    setup = await startSetup('redis', { env });
    const { auth, catalog, library, social } = setup;
    gateway = await startServiceProcess(main, {
      ...{ PORT: '0', OPERATIONS_PORT: '0', RATE_LIMIT_FACTOR: '1000', ...env },
      ...{ IDENTITY_SECRET: library.env.IDENTITY_SECRET ?? '', MEDIA_URL: 'http://127.0.0.1:9' },
      ...{ AUTH_URL: auth.url, LIBRARY_URL: library.url, CATALOG_URL: catalog.url, SOCIAL_URL: social.url },
    });
    await until('a user can register', () => GatewayClient.register(gateway.url).then(() => true));
  }, 240_000);
  afterAll(async () => {
    await gateway?.stop();
    await setup?.stop();
    await cluster?.stop();
  });

  /** Registers a user, adds the first game and imports the others. */
  async function useAll([game_guid = '', ...others]: readonly string[]) {
    const { client, user } = await GatewayClient.register(gateway.url);
    const { user_game } = await client.call(libraryCalls.addEntry, { body: { game_guid, platform_id: 139 } });
    await untilRows(setup.social, 'select from entries where entry_id = $1', [user_game.id]);
    const body = { name: 'all.csv', source: 'table', rows: imported } as const;
    const params = { id: (await client.call(importCalls.beginImport, { body })).import.id };
    for (let from = 1; from <= imported; from += 100) {
      const guids = others.slice(from - 1, from + 99);
      const rows = guids.map((guid) => ({ title: 'By its identifier', guid, hours_played: '2.5' }));
      await client.call(importCalls.sendImportRows, { params, body: { from, rows } });
    }
    const untilImported = async () => {
      const status = async () => (await client.call(importCalls.getImport, { params })).import.status;
      await until('the import is done', async () => (await status()) === 'done', 60_000);
      await untilRows(setup.social, 'select from entries where user_id = $1', [user.id], imported + 1);
    };
    await client.call(importCalls.stepImport, { params, body: { step: 'start' } });
    return { client, user, untilImported };
  }

  async function expectSignedIn(clients: readonly GatewayClient[]) {
    for (const client of clients) expect((await client.call(authCalls.getProfile, {})).user).toBeDefined();
  }

  test('works as on one server and loses nothing when a replica takes over', async () => {
    const games = await setup.games(imported + 1);
    const first = await useAll(games);
    await first.untilImported();
    const clients = [first.client];
    while (clients.length < 10) clients.push((await GatewayClient.register(gateway.url)).client);
    await expectSignedIn(clients);

    for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
      const under = await useAll(games);
      // Each session was used a moment ago.
      await expectSignedIn([...clients, under.client]);
      await pause(1500);
      await expectSignedIn([...clients, under.client]);
      await cluster.untilCopied();
      const gone = await cluster.masterOf('bull:{library-imports}');
      await gone.kill(signal);
      await until(
        'a replica has taken over',
        async () => {
          await expectSignedIn([...clients, under.client]);
          return (await cluster.masterOf('bull:{library-imports}')).port !== gone.port;
        },
        60_000,
      );
      await under.untilImported();
      await (signal === 'SIGKILL' ? gone.restart() : gone.kill('SIGCONT'));
      await cluster.untilWhole();
      await until('all sessions work again', () => expectSignedIn([...clients, under.client]).then(() => true));
    }

    await setup.social.command('verify');
    const again = await GatewayClient.signIn(gateway.url, first.user.username, testPassword);
    await again.call(authCalls.logout, {});
    expect((await again.attempt(authCalls.getProfile, {})).status).toBe(401);
  }, 480_000);

  test('uses keys of one slot per command and distributes them over the masters', async () => {
    const refusals = await Promise.all(
      cluster.nodes.map((node) => cluster.askNode(node, (redis) => redis.info('errorstats'))),
    );
    expect(refusals.join().match(/errorstat_\w+/g) ?? []).not.toContain('errorstat_CROSSSLOT');
    const keys = await cluster.keys();
    const families = ['session:', 'user-sessions:', 'bus:stream:', 'bull:{library-imports}:'];
    for (const family of families) expect(keys.filter((key) => key.startsWith(family))).not.toEqual([]);
    for (const family of ['session:', 'user-sessions:', 'bus:stream:']) {
      const masters = keys
        .filter((key) => key.startsWith(family))
        .map(async (key) => (await cluster.masterOf(key)).port);
      // The slots of a dozen random keys may miss one of the three.
      expect(new Set(await Promise.all(masters)).size).toBeGreaterThanOrEqual(2);
    }
  });
});
