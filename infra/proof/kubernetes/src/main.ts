import { onStopRequest } from '@nightshelf/local/launcher/stop-request.ts';
import { Refusal } from '@nightshelf/servers/refusal.ts';
import { type Arguments, parseArguments } from './arguments.ts';
import { Cluster, emptyNamespace, namespace } from './cluster/cluster.ts';
import { chooseContext } from './cluster/context.ts';
import { removeDefinitions } from './cluster/definitions.ts';
import {
  buildImages,
  builtTag,
  imagesOf,
  isPresent,
  nextTag,
  refusedTag,
  requireImages,
  retag,
  untag,
} from './images/images.ts';
import { loadCommand, loadImages } from './images/load.ts';
import { Manifests, removeLeftovers } from './release/overlay.ts';
import { allHold, type Result, tableOf } from './report/table.ts';
import { runDrills } from './run-drills.ts';

/** Servers that `overlays/dev` runs: given to the cluster when the engine has them, else pulled by it. */
const servers = ['postgres:18-bookworm', 'redis:7-bookworm', 'apache/kafka:4.2.0'];

const began = performance.now();
const say = (line: string) =>
  console.error(`${String(Math.round((performance.now() - began) / 1000)).padStart(5)} s  ${line}`);

const stop = new AbortController();
void onStopRequest().first.then(() => stop.abort());
const stopped = new Promise<never>((_, reject) => {
  stop.signal.addEventListener('abort', () => reject(new Refusal('Stopped.')));
});
stopped.catch(() => {});

try {
  process.exitCode = await main(parseArguments(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = stop.signal.aborted ? 130 : 1;
}
// Whatever a drill was in the middle of is not waited for.
process.exit();

/** @returns the exit code: 0 when everything holds */
async function main(args: Arguments): Promise<number> {
  const { name: context } = await chooseContext(args.context);
  const cluster = new Cluster(context, stop.signal);
  await cluster.check();
  if (args.clean) {
    removeLeftovers();
    await clean(new Cluster(context, new AbortController().signal));
    return 0;
  }
  const needsImages = args.drills.some((name) => name !== 'production');
  if (needsImages) loadCommand(context, process.env.KUBERNETES_LOAD);
  if (!args.keep && (await cluster.exists())) {
    throw new Refusal(
      `The namespace ${namespace} is there already: another run is under way, or one was interrupted. In the latter case:
  npm run test:kubernetes -- --clean`,
    );
  }
  if (needsImages && args.images) await requireImages(imagesOf(args.images));
  const results: Result[] = [];
  const manifests = new Manifests();
  try {
    const tag = args.images ?? builtTag;
    const ground = { context, cluster, manifests, tag, nextTag, signal: stop.signal, say };
    const work = async () => {
      if (needsImages) await provideImages(context, args.images);
      await runDrills(ground, args, (result) => {
        results.push(result);
        console.error(`\n${tableOf([result])}\n`);
      });
    };
    await Promise.race([work(), stopped]);
    return allHold(results) ? 0 : 1;
  } finally {
    manifests.remove();
    if (results.length > 0) console.log(`\n${tableOf(results)}`);
    if (args.keep) say(`left for a look: kubectl --context ${context} -n ${namespace} get pods; to remove it: --clean`);
    else await clean(new Cluster(context, new AbortController().signal));
  }
}

/** @param given tag of images that are built already */
async function provideImages(context: string, given: string | undefined): Promise<void> {
  const tag = given ?? builtTag;
  if (!given) await buildImages(tag, stop.signal, say);
  await retag(tag, nextTag);
  const present: string[] = [];
  for (const image of servers) if (await isPresent(image)) present.push(image);
  say('giving the images to the cluster');
  await loadImages(context, [...present, ...imagesOf(tag), ...imagesOf(nextTag)], stop.signal);
}

/** Removes what a run makes, whether or not it is there. */
async function clean(cluster: Cluster): Promise<void> {
  say(`removing the namespace ${namespace} and the images' tags`);
  await untag([...imagesOf(builtTag), ...imagesOf(nextTag), `nightshelf/library:${refusedTag}`]);
  await removeDefinitions(cluster);
  await cluster.within(emptyNamespace).remove();
  await cluster.remove();
}
