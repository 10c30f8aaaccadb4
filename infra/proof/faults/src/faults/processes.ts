import { setTimeout as pause } from 'node:timers/promises';
import type { FaultKind } from '../plan/fault.ts';
import { clocksCanBeMoved } from '../stage/clock.ts';
import { replicated } from '../stage/stage.ts';

/** Those that carry writes come up more often than those that hardly take part. */
const often = [
  'library',
  'library',
  'library',
  'social',
  'social',
  'gateway',
  'gateway',
  'auth',
  'catalog',
  'media',
] as const;

const someReplica = (pick: (names: readonly string[]) => string, number: number) => `${pick(often)}-${number}`;

/** Killed, and started again as Kubernetes does. */
export const kill: FaultKind = {
  kind: 'kill',
  weight: 26,
  draw: (random) => ({ target: someReplica((names) => random.pick(names), random.whole(1, 2)), ms: 0 }),
  apply: async (stage, { target }) => {
    stage.replica(target).kill('SIGKILL');
    return undefined;
  },
};

/** Both instances of one process at once: nobody is left to answer. */
export const killAll: FaultKind = {
  kind: 'kill-all',
  weight: 3,
  draw: (random) => ({ target: random.pick(replicated), ms: 0 }),
  apply: async (stage, { target }) => {
    for (const replica of stage.group(target as (typeof replicated)[number]).all) replica.kill('SIGKILL');
    return undefined;
  },
};

/** Stopped for a while, as by a machine that swaps or a virtual machine that moves; it does not know that time has passed. */
export const freeze: FaultKind = {
  kind: 'freeze',
  weight: 20,
  draw: (random) => ({
    target: someReplica((names) => random.pick(names), random.whole(1, 2)),
    ms: random.mostlyShort(1000, 30_000),
  }),
  apply: async (stage, { target, ms }) => {
    const replica = stage.replica(target);
    replica.kill('SIGSTOP');
    await pause(ms);
    replica.kill('SIGCONT');
    return undefined;
  },
};

const jumps = { 'a minute': 60, 'an hour': 3600 };

export const clock: FaultKind = {
  kind: 'clock',
  weight: 5,
  missing: () => (clocksCanBeMoved ? null : 'libfaketime is not installed'),
  draw: (random) => {
    const by = random.pick(Object.values(jumps)) * random.pick([1, -1]);
    const replica = someReplica((names) => random.pick(names), random.whole(1, 2));
    return { target: replica, ms: random.mostlyShort(4000, 30_000), detail: { seconds: by } };
  },
  apply: async (stage, { target, ms, detail }) => {
    const replica = stage.replica(target);
    replica.setClock(Number(detail?.seconds));
    await pause(ms);
    replica.setClock(0);
    return undefined;
  },
};
