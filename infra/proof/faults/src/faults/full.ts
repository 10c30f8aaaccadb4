import { setTimeout as pause } from 'node:timers/promises';
import type { FaultKind } from '../plan/fault.ts';

function diskFull(name: 'kafka' | 'postgres', weight: number): FaultKind {
  return {
    kind: `disk-full-${name}`,
    weight,
    missing: (stage) => stage.servers.disks[name].missing,
    draw: (random) => ({ target: name, ms: random.mostlyShort(1500, 8000) }),
    apply: async (stage, { ms }) => {
      const disk = stage.servers.disks[name];
      await disk.fill();
      await pause(ms);
      await disk.free();
      return undefined;
    },
  };
}

export const postgresDiskFull: FaultKind = diskFull('postgres', 2);
export const kafkaDiskFull: FaultKind = { ...diskFull('kafka', 1), bus: 'kafka' };

/** Redis refuses what would need memory. */
export const redisFull: FaultKind = {
  kind: 'redis-full',
  weight: 3,
  draw: (random) => ({ target: 'redis', ms: random.mostlyShort(1000, 8000) }),
  apply: async (stage, { ms }) => {
    const limit = (bytes: string) => stage.servers.redis.ask((redis) => redis.config('SET', 'maxmemory', bytes));
    // Less than an empty one takes; nothing is evicted, so nothing more is taken.
    await stage.servers.alone('redis', () => limit('100000'));
    await pause(ms);
    await stage.servers.alone('redis', () => limit('0'));
    return undefined;
  },
};
