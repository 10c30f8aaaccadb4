import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { RunningProduct } from '@nightshelf/local';
import { cpuTimeOf } from '../cpu-time.ts';

/** What the product's processes are called together, in the order in which they are told. */
export const parts = ['gateway', 'library', 'social', 'other services', 'PostgreSQL', 'Redis', 'Kafka'] as const;

export interface CpuTime {
  /** Milliseconds used so far by each part. */
  readonly of: Readonly<Record<(typeof parts)[number], number>>;
  /** Milliseconds for which the machine's cores have had nothing to do. */
  readonly idle: number;
}

/** CPU time of all processes of the product and of the servers under it. */
export function cpuOf({ processes, postgres, redis, redisCache, kafka }: RunningProduct): CpuTime {
  const used = (pids: readonly (number | undefined)[]) =>
    pids.reduce<number>((sum, pid) => sum + (pid === undefined ? 0 : cpuTimeOf(pid) || 0), 0);
  const named = (name: string) =>
    used([...processes].flatMap(([each, { child }]) => (each === name ? [child.pid] : [])));
  const own = ['gateway', 'library', 'social'].map(named) as [number, number, number];
  const all = used([...processes.values()].map(({ child }) => child.pid));
  return {
    of: {
      gateway: own[0],
      library: own[1],
      social: own[2],
      'other services': all - own[0] - own[1] - own[2],
      PostgreSQL: used([postgres.pid, ...childrenOf(postgres.pid ?? 0)]) + endedChildrenMs(postgres.pid ?? 0),
      Redis: used([redis.pid, redisCache.pid]),
      Kafka: used([kafka?.pid]),
    },
    idle: cpus().reduce((sum, { times }) => sum + times.idle, 0),
  };
}

/** What follows the name in /proc/<pid>/stat: state, parent, and so on. */
const statOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];

function childrenOf(parent: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      return Number(statOf(Number(name))[1]) === parent ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** Milliseconds that children used which have ended since; counted in hundredths of a second. */
function endedChildrenMs(pid: number): number {
  const [user = 0, system = 0] = statOf(pid).slice(13, 15).map(Number);
  return (user + system) * 10;
}
