import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { RunningProduct } from '@nightshelf/local';
import { cpuTimeOf } from '../cpu-time.ts';
import { now } from './clock.ts';
import type { Readers } from './readers.ts';

/** What the product's processes are called together, in the order in which they are told. */
export const parts = ['gateway', 'library', 'social', 'other services', 'PostgreSQL', 'Redis', 'Kafka'] as const;

export interface CpuTime {
  /** Milliseconds used so far by each part. */
  readonly of: Readonly<Record<(typeof parts)[number], number>>;
  /** By who writes, who reads, and not at all: what is left of the machine's cores, other programs and the kernel have used. */
  readonly writing: number;
  readonly reading: number;
  readonly idle: number;
  /** When it was looked at, by `now`. */
  readonly at: number;
}

/** CPU time so far of all processes of the product and of the servers under it, and of those that measure. */
export function cpuOf(product: RunningProduct, readers: Readers | null): CpuTime {
  const { processes, postgres, redis, redisCache, kafka } = product;
  const { user, system } = process.cpuUsage();
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
    writing: (user + system) / 1000,
    reading: readers?.cpuMs ?? 0,
    idle: cpus().reduce((sum, { times }) => sum + times.idle, 0),
    at: now(),
  };
}

/** What was used in between, in hundredths of one core. */
export function usedBetween(before: CpuTime, after: CpuTime): string {
  const took = after.at - before.at;
  const percent = (ms: number) => `${((ms / took) * 100).toFixed(0)} %`;
  const each = parts.map((part) => [part, after.of[part] - before.of[part]] as const);
  const all = each.reduce((sum, [, ms]) => sum + ms, 0);
  const [writing, reading, idle] = (['writing', 'reading', 'idle'] as const).map((what) => after[what] - before[what]);
  const own = [writing, reading].reduce<number>((sum, ms = 0) => sum + ms, 0);
  const rest = cpus().length * took - all - own - (idle ?? 0);
  const told = each.filter(([, ms]) => ms >= took / 200).map(([part, ms]) => `${part} ${percent(ms)}`);
  return [
    `CPU of the product ${percent(all)} of a core (${told.join(', ')})`,
    `measuring ${percent(own)}, idle ${percent(idle ?? 0)}, anything else on the machine ${percent(rest)}`,
  ].join('; ');
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
