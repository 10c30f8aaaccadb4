import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { GatewayClient } from '@nightshelf/testing/gateway-client.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { folderOf, master, redis } from '../cluster/data-tier.ts';
import { freeze, thaw } from '../cluster/processes.ts';
import { run } from '../cluster/run.ts';
import { again, type Provocation } from './provocation.ts';

const servers = ['redis-0', 'redis-1', 'redis-2'];

const replica = async (cluster: Cluster) => {
  const leading = await master(cluster);
  return servers.find((each) => each !== leading) ?? 'redis-0';
};

const scaled = async (cluster: Cluster, replicas: number) => {
  await cluster.kubectl(['scale', 'statefulset', 'redis', `--replicas=${replicas}`]);
};

const whole = async ({ cluster }: { cluster: Cluster }) => {
  await scaled(cluster, 3);
  await cluster.kubectl(['rollout', 'status', 'statefulset', 'redis', '--timeout=5m']);
};

/** The file that changes are appended to, on this machine. */
async function appended(cluster: Cluster, pod: string): Promise<string> {
  const folder = join(await folderOf(cluster, `data-${pod}`), 'appendonlydir');
  const file = (await readdir(folder)).find((name) => name.endsWith('.incr.aof'));
  if (!file) throw new Error(`${pod} appends to no file in ${folder}`);
  return join(folder, file);
}

const setting = (cluster: Cluster, pod: string, name: string, value: string) =>
  redis(cluster, pod, 'config', 'set', name, value);

/** Those who are told to wait are told by somebody: what is provoked ends where it began, whoever the master is then. */
let led = '';

export const redisServers: readonly Provocation[] = [
  {
    name: 'Redis has no room',
    fires: ['RedisFull'],
    begin: async ({ cluster }) => {
      led = await master(cluster);
      const used = Number(/used_memory:(\d+)/.exec(await redis(cluster, led, 'info', 'memory'))?.[1]);
      await setting(cluster, led, 'maxmemory', String(Math.round(used * 1.1)));
    },
    end: async ({ cluster }) => void (await setting(cluster, led, 'maxmemory', '384mb')),
  },
  {
    name: 'Redis takes no more connections',
    fires: ['RedisRefusesConnections'],
    begin: async ({ cluster }) => {
      const pod = await replica(cluster);
      const known = (await redis(cluster, pod, 'client', 'list')).split('\n').length;
      // All that there are, and this one: who asks for figures is refused, and is told of it once there is room again.
      const only = `echo config set maxclients ${known}; sleep 45; echo config set maxclients 10000`;
      const ask = `. /etc/redis/common.sh; (${only}) | REDISCLI_AUTH=$password redis-cli --tls --cacert $tls/ca.crt`;
      await cluster.kubectl(['exec', pod, '-c', 'redis', '--', 'sh', '-c', ask]);
    },
    end: async () => {},
  },
  {
    name: 'Redis is slow',
    fires: ['RedisSlow'],
    begin: async ({ cluster, over }) => {
      led = await master(cluster);
      again(over, 100, () => redis(cluster, led, 'client', 'pause', '400', 'all'));
    },
    end: async ({ cluster }) => void (await redis(cluster, led, 'client', 'unpause')),
  },
  {
    name: 'Redis cannot write its file',
    fires: ['RedisNotSaved'],
    begin: async ({ cluster }) => {
      led = await master(cluster);
      await run('chattr', ['+i', await appended(cluster, led)]);
    },
    end: async ({ cluster }) => void (await run('chattr', ['-i', await appended(cluster, led)])),
  },
  {
    name: 'a replica of Redis is frozen',
    fires: ['RedisReplicaBehind'],
    begin: async ({ cluster }) => {
      led = await replica(cluster);
      await freeze(cluster, led, 'redis-server');
    },
    end: async ({ cluster }) => thaw(cluster, led, 'redis-server'),
  },
  {
    name: 'the cache is frozen',
    fires: ['RedisCacheAway'],
    begin: async ({ cluster }) => freeze(cluster, 'redis-cache-0', 'redis-server'),
    end: async ({ cluster }) => thaw(cluster, 'redis-cache-0', 'redis-server'),
  },
  {
    name: 'who tells figures of Redis is frozen',
    fires: ['ExporterDown'],
    begin: async ({ cluster }) => freeze(cluster, 'redis-1', 'redis_exporter'),
    end: async ({ cluster }) => thaw(cluster, 'redis-1', 'redis_exporter'),
  },
  {
    name: 'two Redis of three',
    fires: ['RedisReplicaMissing', 'SentinelMissing'],
    begin: async ({ cluster }) => scaled(cluster, 2),
    end: whole,
  },
  {
    name: 'one Redis of three',
    fires: ['RedisWithoutReplica', 'SentinelsTooFew'],
    begin: async ({ cluster }) => scaled(cluster, 1),
    end: whole,
  },
  {
    name: 'no Redis',
    fires: [
      'RedisAway',
      'RedisWithoutMaster',
      'RedisCommandsFail',
      'RequestsFail',
      'BudgetBurnsFast',
      'BudgetBurnsSlowly',
    ],
    begin: async ({ cluster }) => scaled(cluster, 0),
    end: whole,
  },
];

/** Ends the load, too, which has no sessions from then on. */
export const sessionsLost: Provocation = {
  name: 'sessions are lost',
  fires: ['SessionsLost'],
  begin: async ({ cluster, url }) => {
    for (let round = 0; round < 24; round++) {
      await Promise.all(Array.from({ length: 5 }, () => GatewayClient.register(url)));
    }
    // Until somebody has counted them.
    await new Promise((resolve) => setTimeout(resolve, 90_000));
    const script = "for _, key in ipairs(redis.call('keys', 'session:*')) do redis.call('del', key) end";
    await redis(cluster, await master(cluster), 'eval', script, '0');
  },
  end: async () => {},
};
