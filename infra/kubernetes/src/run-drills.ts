import type { Arguments, DrillName } from './arguments.ts';
import { findGateway } from './cluster/address.ts';
import { broken } from './drills/broken.ts';
import { deployed } from './drills/deployed.ts';
import { type Drill, rolloutMs, type Scene } from './drills/drill.ts';
import { fenced } from './drills/fenced.ts';
import { scaled } from './drills/scaled.ts';
import { upgraded } from './drills/upgraded.ts';
import { apply, rolledOut } from './release/release.ts';
import { demanded } from './report/figure.ts';
import type { Result } from './report/table.ts';

const drills: Readonly<Record<DrillName, Drill>> = { deployed, fenced, scaled, upgraded, broken };

/** Installs the product and runs the drills on it. A drill that cannot be carried out is a failed figure of the report. */
export async function runDrills(
  scene: Omit<Scene, 'url' | 'deployment'>,
  { drills: names }: Arguments,
  report: (result: Result) => void,
): Promise<void> {
  const { cluster, manifests, say } = scene;
  const wasThere = await cluster.exists();
  const began = performance.now();
  manifests.setTag(scene.tag);
  await apply(cluster, manifests);
  const page = findGateway(cluster, rolloutMs).then((url) => ({ url, firstPageMs: performance.now() - began }));
  const [{ url, firstPageMs }] = await Promise.all([page, rolledOut(cluster, rolloutMs, say)]);
  const completeMs = performance.now() - began;
  const deployment = wasThere ? null : { firstPageMs, completeMs };
  for (const name of names) {
    if (scene.signal.aborted) return;
    say(`— ${name} —`);
    report({ drill: name, figures: await tell(drills[name], { ...scene, url, deployment }) });
  }
}

async function tell(drill: Drill, scene: Scene) {
  try {
    return await drill(scene);
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? `${message}: ${cause.message}` : message;
    return [demanded('carried out', why.replaceAll(/\s+/g, ' '), false)];
  }
}
