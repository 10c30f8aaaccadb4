import { until } from '@nightshelf/testing/until.ts';
import { namespace } from '../cluster/cluster.ts';
import { runningPods } from '../cluster/pods.ts';
import { rolledOut } from '../release/release.ts';
import { demanded, type Figure, seconds, unnoticed } from '../report/figure.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { rolloutMs, type Scene } from './drill.ts';

/** What a node's drain does to both gateways on it, on a cluster that may have only one node. */
export async function evicted({ cluster, say }: Scene, traffic: Traffic): Promise<Figure[]> {
  say('both gateways are to go, as when their node is drained');
  await fewest(2);
  await until('there are two gateways', async () => (await gateways()).length >= 2, 120_000);
  await rolledOut(cluster, rolloutMs, say);
  traffic.mark();
  const began = performance.now();
  const refusals: string[] = [];
  for (const pod of await gateways()) {
    await until(
      `${pod} may go`,
      async () => {
        const { code, stderr } = await evict(pod);
        if (code !== 0) refusals.push(stderr);
        if (code !== 0) await new Promise((resolve) => setTimeout(resolve, 1000));
        return code === 0;
      },
      180_000,
    );
  }
  const took = seconds(performance.now() - began);
  await rolledOut(cluster, rolloutMs, say);
  const window = await traffic.calm(120_000);
  await fewest(1);
  const byBudget = refusals.filter((said) => said.includes('disruption budget')).length;
  return [
    demanded('two gateways evicted', `${byBudget} times held back by the budget, done after ${took}`, byBudget > 0),
    unnoticed('requests meanwhile', window),
  ];

  function fewest(replicas: number) {
    const patch = JSON.stringify({ spec: { minReplicas: replicas } });
    return cluster.kubectl(['patch', 'hpa', 'gateway', '--type=merge', '-p', patch]);
  }

  async function gateways(): Promise<string[]> {
    return (await runningPods(cluster, 'app.kubernetes.io/name=gateway')).map(({ metadata }) => metadata.name);
  }

  function evict(pod: string) {
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: pod, namespace } };
    const path = `/api/v1/namespaces/${namespace}/pods/${pod}/eviction`;
    return cluster.attempt(['create', '--raw', path, '-f', '-'], JSON.stringify(eviction));
  }
}
