import type { Arguments, DrillName } from './arguments.ts';
import { findGateway } from './cluster/address.ts';
import { broken } from './drills/broken.ts';
import { deployed } from './drills/deployed.ts';
import { carriedOut, type Drill, type Ground, rolloutMs, type Scene } from './drills/drill.ts';
import { fenced } from './drills/fenced.ts';
import { production } from './drills/production.ts';
import { scaled } from './drills/scaled.ts';
import { upgraded } from './drills/upgraded.ts';
import { apply, rolledOut } from './release/release.ts';
import type { Figure } from './report/figure.ts';
import type { Result } from './report/table.ts';
import { MixedLoad } from './traffic/mixed-load.ts';

const drills: Readonly<Record<Exclude<DrillName, 'production'>, Drill>> = {
  deployed,
  fenced,
  scaled,
  upgraded,
  broken,
};

/**
 * Runs the drills, for most of them on the product, which is installed first. A drill that cannot be carried out is a failed
 * figure of the report.
 */
export async function runDrills(
  ground: Ground,
  { drills: names }: Arguments,
  report: (result: Result) => void,
): Promise<void> {
  const { signal, say } = ground;
  const carryOut = async (name: DrillName, drill: () => Promise<Figure[]>) => {
    say(`— ${name} —`);
    report({ drill: name, figures: await carriedOut(drill()) });
  };
  let scene: Scene | undefined;
  for (const name of names) {
    if (signal.aborted) return;
    if (name === 'production') {
      await carryOut(name, () => production(ground));
      continue;
    }
    const installed = scene ?? (await install(ground));
    scene = installed;
    await carryOut(name, () => drills[name](installed));
  }
}

async function install(ground: Ground): Promise<Scene> {
  const { cluster, manifests, say } = ground;
  const wasThere = (await cluster.list('deployments')).length > 0;
  const began = performance.now();
  manifests.setTag(ground.tag);
  await apply(cluster, manifests);
  const page = findGateway(cluster, rolloutMs).then((url) => ({ url, firstPageMs: performance.now() - began }));
  const [{ url, firstPageMs }] = await Promise.all([page, rolledOut(cluster, rolloutMs, say)]);
  const completeMs = performance.now() - began;
  return {
    ...ground,
    url,
    load: new MixedLoad(url, ground.signal),
    deployment: wasThere ? null : { firstPageMs, completeMs },
  };
}
