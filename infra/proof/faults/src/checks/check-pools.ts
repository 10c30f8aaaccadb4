import type { Stage } from '../stage/stage.ts';

/** Connections that each instance holds for work in hand, by instance; null where nobody answers. */
export async function busyConnections(stage: Stage): Promise<Map<string, number | null>> {
  const replicas = [...stage.groups.values()].filter(({ name }) => name !== 'gateway').flatMap(({ all }) => all);
  const figures = await Promise.all(
    replicas.map(async ({ id, operationsUrl }) => [id, await busyAt(operationsUrl).catch(() => null)] as const),
  );
  return new Map(figures);
}

async function busyAt(operationsUrl: string): Promise<number> {
  const text = await (await fetch(`${operationsUrl}/metrics`, { signal: AbortSignal.timeout(3000) })).text();
  return Number(/^database_pool_connections\{[^}]*state="busy"[^}]*\} (\d+)/m.exec(text)?.[1] ?? Number.NaN);
}

/** Connections that are still taken although nobody asks for anything. */
export function stuckConnections(
  before: ReadonlyMap<string, number | null>,
  now: ReadonlyMap<string, number | null>,
): string[] {
  return [...now].flatMap(([id, busy]) => {
    const usual = before.get(id) ?? 0;
    if (busy === null) return [`${id} does not say`];
    return busy > usual + 1 ? [`${id}: ${busy} busy, ${usual} at the start`] : [];
  });
}
