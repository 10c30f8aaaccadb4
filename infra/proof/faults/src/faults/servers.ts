import { setTimeout as pause } from 'node:timers/promises';
import type { FaultKind, Happening } from '../plan/fault.ts';
import type { ServerName } from '../stage/servers.ts';
import type { Stage } from '../stage/stage.ts';

/** Ends a server at once and starts it again after a moment; @returns for how long it did not serve */
function crash(
  server: ServerName,
  weight: number,
  signal: NodeJS.Signals,
): Pick<FaultKind, 'kind' | 'weight' | 'draw' | 'apply'> {
  return {
    kind: `crash-${server}`,
    weight,
    draw: (random) => ({ target: server, ms: random.mostlyShort(100, 5000) }),
    apply: (stage, { ms }) =>
      away(stage, server, async () => {
        await stage.servers.server(server).kill(signal);
        await pause(ms);
        await stage.servers.restart(server);
      }),
  };
}

/** @returns how long `act` took, during which the server is nobody else's to end */
export function away(stage: Stage, server: ServerName, act: () => Promise<void>): Promise<Happening> {
  return stage.servers.alone(server, async () => {
    const began = performance.now();
    await act();
    return { serverAwayMs: performance.now() - began };
  });
}

/** SIGQUIT is PostgreSQL's immediate shutdown: like a crash, but for what it leaves in the system's memory. */
export const crashPostgres: FaultKind = crash('postgres', 5, 'SIGQUIT');
export const crashRedis: FaultKind = crash('redis', 4, 'SIGKILL');
export const crashCache: FaultKind = crash('redis-cache', 2, 'SIGKILL');
export const crashKafka: FaultKind = { ...crash('kafka', 3, 'SIGKILL'), bus: 'kafka' };

/** A server that does nothing for a while, its connections open. */
export const freezeServer: FaultKind = {
  kind: 'freeze-server',
  weight: 4,
  draw: (random) => ({ target: random.pick(['redis', 'redis', 'redis-cache']), ms: random.mostlyShort(500, 8000) }),
  apply: (stage, { target, ms }) =>
    away(stage, target as ServerName, async () => {
      const server = stage.servers.server(target as ServerName);
      await server.kill('SIGSTOP');
      await pause(ms);
      await server.kill('SIGCONT');
    }),
};
