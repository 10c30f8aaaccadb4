import { randomInt, randomUUID } from 'node:crypto';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { GatewayClient, testPassword } from '@nightshelf/testing/gateway-client.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { takeByTurns, unlock } from '../cluster/data-tier.ts';
import { type Pod, runningPods } from '../cluster/pods.ts';
import { freeze, thaw } from '../cluster/processes.ts';
import { settings } from './outside.ts';
import { again, type Provocation } from './provocation.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const http = async (cluster: Cluster, service: string): Promise<string> => {
  const [pod] = await runningPods(cluster, `app.kubernetes.io/name=${service},app.kubernetes.io/component=http`);
  return (pod as Pod).metadata.name;
};

/** From an address of its own each, as far as the gateway is told. */
const signIn = (url: string) =>
  new GatewayClient(url).attempt(
    authCalls.login,
    { body: { username_or_email: `nobody_${randomUUID().slice(0, 8)}`, password: testPassword } },
    { headers: { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` } },
  );

const many = (count: number, does: () => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: count }, () => does()));

let frozen = '';

export const requests: readonly Provocation[] = [
  {
    name: 'a process is frozen',
    fires: ['ProcessDown'],
    begin: async ({ cluster }) => {
      frozen = await http(cluster, 'social');
      await freeze(cluster, frozen, 'node');
    },
    end: async ({ cluster }) => thaw(cluster, frozen, 'node'),
  },
  {
    name: 'a process runs by fits and starts',
    fires: ['EventLoopBlocked'],
    begin: async ({ cluster, over }) => {
      const pod = await http(cluster, 'library');
      again(over, 300, async () => {
        await freeze(cluster, pod, 'node');
        await pause(600);
        await thaw(cluster, pod, 'node');
      });
    },
    end: () => pause(2000).then(() => {}),
  },
  {
    name: 'library’s table is taken for three seconds of four',
    fires: ['RequestsSlow', 'DatabasePoolFull'],
    begin: async ({ cluster, url, over }) => {
      const { client } = await GatewayClient.register(url);
      takeByTurns(cluster, 'library', ['libraries', 'entries'], { takenSeconds: 3, freeSeconds: 1 });
      again(over, 500, () => many(40, () => client.attempt(libraryCalls.listLibrary, { query: {} })));
    },
    end: async ({ cluster }) => unlock(cluster),
  },
  {
    name: 'more sign in than passwords can be looked at',
    fires: ['PasswordsWait', 'PasswordsRefused'],
    begin: async ({ url, over }) => again(over, 0, () => many(400, () => signIn(url))),
    end: async () => {},
  },
  {
    name: 'somebody tries passwords',
    fires: ['SignInsRefused'],
    begin: async ({ cluster, url, over }) => {
      await settings(cluster, 'gateway', 'RATE_LIMIT_FACTOR=1');
      const body = { username_or_email: 'nobody', password: testPassword };
      again(over, 200, () => new GatewayClient(url).attempt(authCalls.login, { body }));
    },
    end: async ({ cluster }) => settings(cluster, 'gateway', 'RATE_LIMIT_FACTOR-'),
  },
];
