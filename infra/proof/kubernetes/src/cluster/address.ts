import { until } from '@nightshelf/testing/until.ts';
import type { Cluster } from './cluster.ts';

interface Service {
  readonly spec: { clusterIP: string; ports: { port: number; nodePort?: number }[] };
}

interface Node {
  readonly status: { addresses: { type: string; address: string }[] };
}

const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2000) })
    .then(({ ok }) => ok)
    .catch(() => false);

/**
 * Waits for the first page and says where it came from: the address of the Service in the cluster, or its port on a node.
 * Not a port-forward, which ends with the one pod that it leads to and would count as a fault of the product.
 * @throws when neither answers in time
 */
export async function findGateway(cluster: Cluster, withinMs: number): Promise<string> {
  const { spec } = await cluster.get<Service>('service', 'gateway');
  const [port] = spec.ports;
  const nodes = await cluster.list<Node>('nodes');
  const addresses = nodes.flatMap(({ status }) => status.addresses.filter(({ type }) => type === 'InternalIP'));
  const urls = [
    `http://${spec.clusterIP}:${port?.port}`,
    ...addresses.map(({ address }) => `http://${address}:${port?.nodePort}`),
  ];
  return until(
    `a page from ${urls.join(' or ')} (the nodes have to be reachable from here)`,
    async () => {
      for (const url of urls) if (await answers(url)) return url;
      await new Promise((resolve) => setTimeout(resolve, 500));
      return null;
    },
    withinMs,
  );
}
