import { services } from '@nightshelf/local/product/topology.ts';
import type { Problem } from '../gamers/ledger.ts';
import type { Stage } from '../stage/stage.ts';

/**
 * Finds unpublished events, dead letters and connections that still work although no gamer acts.
 * @param usual result of `busyConnections` before the first fault
 */
export async function checkStuck(stage: Stage, usual: ReadonlyMap<string, number>): Promise<Problem[]> {
  const problem = (about: string, message: string): Problem => ({ check: 'stuck', about, message });
  const problems = services.map(async (service) => {
    const outbox = await stage.query<{ topic: string; count: number }>(
      service,
      'select topic, count(*)::int as count from outbox where published_at is null group by topic',
    );
    const letters = await stage.query<{ topic: string; event_id: string; reason: string; error: string }>(
      service,
      'select topic, event_id, reason, error from dead_letters where replayed_at is null',
    );
    return [
      ...outbox.map(({ topic, count }) => problem(service, `${count} events of ${topic} are not published`)),
      ...letters.map(({ topic, event_id, reason, error }) =>
        problem(service, `dead letter ${event_id} of ${topic} (${reason}): ${error}`),
      ),
    ];
  });
  const busy = [...(await busyConnections(stage))].flatMap(([id, count]) =>
    count > (usual.get(id) ?? 0) + 1 ? [problem(id, `${count} database connections are busy`)] : [],
  );
  return [...(await Promise.all(problems)).flat(), ...busy];
}

/** Database connections in use, by replica. @throws when a replica does not respond */
export async function busyConnections(stage: Stage): Promise<Map<string, number>> {
  const replicas = stage.replicas.filter(({ id }) => !id.startsWith('gateway'));
  const counts = replicas.map(async ({ id, operationsUrl }) => {
    const metrics = await (await fetch(`${operationsUrl}/metrics`, { signal: AbortSignal.timeout(3000) })).text();
    const busy = /^database_pool_connections\{[^}]*state="busy"[^}]*\} (\d+)/m.exec(metrics)?.[1];
    return [id, Number(busy)] as const;
  });
  return new Map(await Promise.all(counts));
}
