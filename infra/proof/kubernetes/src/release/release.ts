import { Refusal } from '@nightshelf/servers/refusal.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Pod } from '../cluster/pods.ts';
import type { Manifests } from './overlay.ts';
import { type Controller, isRolledOut, missingImages, progressOf } from './progress.ts';

const pollMs = 1500;

/** Applies the manifests as they are now, as the README says it for installing, upgrading and rolling back. */
export async function apply(cluster: Cluster, manifests: Manifests): Promise<void> {
  const text = await manifests.render();
  await cluster.attempt(['delete', 'job', '-l', 'app.kubernetes.io/component=migration', '--ignore-not-found']);
  await cluster.kubectl(['apply', '-f', '-'], text);
}

/**
 * Waits until every Deployment and StatefulSet runs in its newest form.
 * @param say is told whenever something has changed
 * @throws Refusal when an image is not to be had; Error naming what did not come up
 */
export async function rolledOut(cluster: Cluster, withinMs: number, say: (line: string) => void): Promise<void> {
  const deadline = performance.now() + withinMs;
  let told = '';
  for (;;) {
    const controllers = await cluster.list<Controller>('deployments,statefulsets');
    const now = progressOf(controllers);
    if (now !== told) say(now);
    told = now;
    if (controllers.length > 0 && controllers.every(isRolledOut)) return;
    const missing = missingImages(await cluster.list<Pod>('pods'));
    if (missing.length > 0) {
      throw new Refusal(`The cluster has no ${missing.join(', ')} and cannot pull it. Load it, then run this again.`);
    }
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs / 1000} s: ${now}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
