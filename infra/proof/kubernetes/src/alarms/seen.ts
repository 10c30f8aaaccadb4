import type { Cluster } from '../cluster/cluster.ts';

const prometheus = '/api/v1/namespaces/monitoring/services/prometheus-operated:9090/proxy/api/v1';

interface Alerts {
  readonly data: { alerts: { state: string; labels: { alertname: string } }[] };
}

/** Names of the alerts that fire now, as Prometheus has it. */
export async function firing(cluster: Cluster): Promise<ReadonlySet<string>> {
  const { data } = JSON.parse(await cluster.kubectl(['get', '--raw', `${prometheus}/alerts`])) as Alerts;
  return new Set(data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname));
}

interface Watched {
  /** Milliseconds from the beginning until it fired; undefined while it has not. */
  fired?: number;
  /** From when it was wanted gone until it was. */
  gone?: number;
}

/**
 * Looks until it is so of all of them, or time is up.
 * @param is whether they are to fire, or to be gone
 * @param times where the milliseconds since `from` go
 */
export async function watched(
  cluster: Cluster,
  names: readonly string[],
  is: 'fired' | 'gone',
  { times, from, withinMs }: { times: Map<string, Watched>; from: number; withinMs: number },
): Promise<void> {
  const missing = new Set(names);
  while (missing.size > 0 && performance.now() - from < withinMs) {
    // Prometheus itself may be busy.
    const now = await firing(cluster).catch(() => undefined);
    for (const name of now ? [...missing] : []) {
      if (now?.has(name) !== (is === 'fired')) continue;
      missing.delete(name);
      times.set(name, { ...times.get(name), [is]: performance.now() - from });
    }
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}
