import { setTimeout as pause } from 'node:timers/promises';
import { services } from '@nightshelf/local/product/topology.ts';
import type { Replica } from './stage/group.ts';
import type { ServerName } from './stage/servers.ts';
import { replicated, type Stage } from './stage/stage.ts';

/** A fault of the plan. */
export interface Fault {
  readonly kind: FaultKind;
  readonly target: string;
  /** Its duration; 0 for an instant fault. */
  readonly ms: number;
  /** Fraction of the connections, 0 to 1. */
  readonly amount: number;
  /** Time until the next fault begins. */
  readonly gapMs: number;
}

interface FaultKind {
  readonly name: string;
  /** Frequency relative to the other kinds. */
  readonly weight: number;
  readonly bus?: 'kafka' | 'redis';
  /** Returns why this machine cannot cause it, or null. */
  readonly missing?: (stage: Stage) => string | null;
  readonly targets: readonly string[];
  /** Shortest and longest duration. */
  readonly ms?: readonly [number, number];
  readonly amounts?: readonly number[];
  /** Resolves when the fault is over and everything is given back. */
  readonly apply: (stage: Stage, fault: Fault) => Promise<unknown>;
}

/** Processes that handle many writes are hit more often. */
const weights = { library: 3, social: 2, gateway: 2, auth: 1, catalog: 1, media: 1 };
const replicas = Object.entries(weights).flatMap(([name, weight]) =>
  Array.from({ length: weight }, () => [`${name}-1`, `${name}-2`]).flat(),
);
const connections = ['postgres', 'redis', 'redis-cache', 'bus', 'library', 'social', 'auth', 'catalog'];

function replicaOf(stage: Stage, { target }: Fault): Replica {
  const replica = stage.replicas.find(({ id }) => id === target);
  if (!replica) throw new Error(`There is no ${target}`);
  return replica;
}

function proxyOf({ servers, bus, groups }: Stage, { target }: Fault) {
  const group = groups.get(target as 'library');
  return group ? group.proxy : servers.proxy(target === 'bus' ? bus : (target as ServerName));
}

/** SIGQUIT is PostgreSQL's immediate shutdown, which recovers like a crash. */
const crash = (target: ServerName, weight: number, signal: 'SIGKILL' | 'SIGQUIT' = 'SIGKILL'): FaultKind => ({
  name: `crash-${target}`,
  weight,
  ...(target === 'kafka' ? { bus: 'kafka' } : {}),
  targets: [target],
  ms: [100, 5000],
  apply: ({ servers }, { ms }) =>
    servers.exclusively(target, async () => {
      await servers.server(target).kill(signal);
      await pause(ms);
      await servers.restart(target);
    }),
});

export const faultKinds: readonly FaultKind[] = [
  {
    name: 'kill',
    weight: 26,
    targets: replicas,
    apply: async (stage, fault) => replicaOf(stage, fault).child.kill('SIGKILL'),
  },
  {
    name: 'kill-all',
    weight: 3,
    targets: replicated,
    apply: async (stage, { target }) => {
      for (const { child } of stage.group(target as 'library').replicas) child.kill('SIGKILL');
    },
  },
  {
    name: 'freeze',
    weight: 20,
    targets: replicas,
    ms: [1000, 30_000],
    apply: async (stage, fault) => {
      const { child } = replicaOf(stage, fault);
      child.kill('SIGSTOP');
      await pause(fault.ms);
      child.kill('SIGCONT');
    },
  },
  crash('postgres', 5, 'SIGQUIT'),
  crash('redis', 4),
  crash('redis-cache', 2),
  crash('kafka', 3),
  {
    name: 'freeze-redis',
    weight: 4,
    targets: ['redis', 'redis', 'redis-cache'],
    ms: [500, 8000],
    apply: ({ servers }, { target, ms }) =>
      servers.exclusively(target as ServerName, async () => {
        const server = servers.server(target as ServerName);
        await server.kill('SIGSTOP');
        await pause(ms);
        await server.kill('SIGCONT');
      }),
  },
  {
    name: 'cut-connections',
    weight: 7,
    targets: connections,
    ms: [3000, 40_000],
    amounts: [0.3, 1],
    apply: async (stage, fault) => {
      const resetCut = proxyOf(stage, fault).cut(fault.amount);
      await pause(fault.ms);
      resetCut();
    },
  },
  {
    name: 'reset-connections',
    weight: 7,
    targets: connections,
    amounts: [0.3, 1],
    apply: async (stage, fault) => proxyOf(stage, fault).reset(fault.amount),
  },
  {
    name: 'fill-redis',
    weight: 3,
    targets: ['redis'],
    ms: [1000, 8000],
    apply: async ({ servers }, { ms }) => {
      const limit = (bytes: string) => servers.redis((redis) => redis.config('SET', 'maxmemory', bytes));
      await servers.exclusively('redis', async () => {
        await limit('100000');
        await pause(ms);
        await limit('0');
      });
    },
  },
  {
    name: 'empty-redis',
    weight: 2,
    targets: ['redis'],
    apply: ({ servers }) => servers.exclusively('redis', () => servers.redis((redis) => redis.flushall())),
  },
  {
    name: 'roll-back-redis',
    weight: 3,
    missing: ({ servers }) => servers.redisFilesMissing,
    targets: ['redis'],
    ms: [500, 15_000],
    apply: async ({ servers }, { ms }) => {
      const rollBack = await servers.snapshotRedis();
      await pause(ms);
      await servers.exclusively('redis', rollBack);
    },
  },
  {
    name: 'empty-kafka',
    weight: 2,
    bus: 'kafka',
    targets: ['kafka'],
    apply: ({ servers }) => servers.exclusively('kafka', () => servers.emptyKafka()),
  },
  {
    name: 'publish-again',
    weight: 4,
    targets: services,
    apply: async (stage, { target }) => {
      const published = 'select id from outbox where published_at is not null order by random() limit 50';
      const publishAgain = `update outbox set published_at = null where id in (${published})`;
      // Waits while another fault has stopped PostgreSQL.
      await stage.servers.exclusively('postgres', async () => {
        await stage.query(target as 'library', publishAgain);
      });
    },
  },
];

/** Returns random numbers from 0 to below 1 (mulberry32); the same seed returns the same sequence. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws the faults of a seed: every kind at least once if there is room, otherwise by weight. */
export function makePlan(kinds: readonly FaultKind[], count: number, seed: number): Fault[] {
  if (kinds.length === 0) throw new Error('None of these faults is possible here');
  const random = randomNumbers(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const shuffled = (items: readonly FaultKind[]) =>
    items
      .map((kind) => ({ kind, key: random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ kind }) => kind);
  const weighted = kinds.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
  const drawn = shuffled(kinds).slice(0, count);
  while (drawn.length < count) drawn.push(pick(weighted));
  return shuffled(drawn).map((kind) => {
    const [shortest, longest] = kind.ms ?? [0, 0];
    return {
      kind,
      target: pick(kind.targets),
      // Mostly short: half of the durations are in the lowest eighth.
      ms: Math.round(shortest + (longest - shortest) * random() ** 3),
      amount: kind.amounts ? pick(kind.amounts) : 0,
      gapMs: random() < 0.12 ? 0 : 600 + Math.round(random() * 3200),
    };
  });
}
