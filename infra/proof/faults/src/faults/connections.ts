import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, FaultKind } from '../plan/fault.ts';
import type { ServerName } from '../stage/servers.ts';
import type { Stage } from '../stage/stage.ts';
import type { Wire } from '../stage/wire.ts';

const between = ['postgres', 'redis', 'redis-cache', 'bus', 'library', 'social', 'auth', 'catalog'] as const;

function wireOf(stage: Stage, target: string): Wire {
  if (target === 'bus') return stage.servers.wire(stage.bus);
  if (stage.servers.names.some((name) => name === target)) return stage.servers.wire(target as ServerName);
  return stage.group(target as 'library').balancer.wire;
}

const shareOf = ({ detail }: Fault) => Number(detail?.percent) / 100;

/** What existing connections send arrives nowhere and nobody is told; new connections work. */
export const deadConnections: FaultKind = {
  kind: 'dead-connections',
  weight: 7,
  draw: (random) => ({
    target: random.pick(between),
    ms: random.mostlyShort(3000, 40_000),
    detail: { percent: random.pick([30, 100]) },
  }),
  apply: async (stage, fault) => {
    const reset = wireOf(stage, fault.target).deaden(shareOf(fault));
    await pause(fault.ms);
    reset();
    return undefined;
  },
};

/** Existing connections break with an error. */
export const resetConnections: FaultKind = {
  kind: 'reset-connections',
  weight: 7,
  draw: (random) => ({ target: random.pick(between), ms: 0, detail: { percent: random.pick([30, 100]) } }),
  apply: async (stage, fault) => {
    wireOf(stage, fault.target).reset(shareOf(fault));
    return undefined;
  },
};
