import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { until } from '@nightshelf/testing/until.ts';
import { buildArguments, releasedImages } from '../../../operations/release/src/released-images.ts';
import { type Cluster, loadCommand, run } from './cluster.ts';

/** The images that `overlays/dev` runs. */
const images = releasedImages.filter(({ name }) => !['console', 'frontend', 'kafka'].includes(name));

const imagesOf = (tag: string) => images.map(({ name }) => `nightshelf/${name}:${tag}`);

/** Builds every image with this tag. `NPM_CONFIG_REGISTRY` is passed on. */
export async function buildImages(tag: string, say: (line: string) => void, signal: AbortSignal): Promise<void> {
  const registry = process.env.NPM_CONFIG_REGISTRY;
  for (const image of images) {
    const name = `nightshelf/${image.name}:${tag}`;
    say(`building ${name}`);
    const given = [...buildArguments(image), ...(registry ? [`NPM_CONFIG_REGISTRY=${registry}`] : [])];
    const options = ['--quiet', '--file', join(checkoutRoot, image.dockerfile), '--tag', name];
    const build = ['build', ...options, ...given.flatMap((one) => ['--build-arg', one]), checkoutRoot];
    await run('docker', build, '', signal);
  }
}

/** Tags a release's images as the next release, which differs only by name, and loads both into the cluster. */
export async function loadReleases({ context }: Cluster, tag: string, next: string): Promise<void> {
  const [originals, copies] = [imagesOf(tag), imagesOf(next)];
  for (const [at, image] of originals.entries()) await run('docker', ['tag', image, copies[at] ?? '']);
  const command = loadCommand(context, process.env.KUBERNETES_LOAD);
  if (!command) return;
  const [program, ...args] = command;
  await run(program, [...args, ...originals, ...copies]);
}

/** Removes the tags of built images; Docker keeps their layers as its build cache. */
export async function untag(tag: string): Promise<void> {
  await run('docker', ['image', 'rm', '--no-prune', ...imagesOf(tag)]).catch(() => {});
}

/** Installs, upgrades or rolls back to this tag, as docs/operations describe it. */
export async function apply(cluster: Cluster, tag: string): Promise<void> {
  const manifests = await renderRelease(tag);
  await cluster.kubectl(['delete', 'job', '-l', 'app.kubernetes.io/component=migration', '--ignore-not-found']);
  await cluster.kubectl(['apply', '-f', '-'], manifests);
  await cluster.rolledOut();
}

/** Renders a copy of `k8s/` with an overlay for the drill. */
async function renderRelease(tag: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'nightshelf-drill-'));
  try {
    cpSync(join(checkoutRoot, 'k8s'), folder, { recursive: true });
    const release = join(folder, 'components/release/kustomization.yaml');
    writeFileSync(release, readFileSync(release, 'utf8').replaceAll(/(?<=newTag: ).+/g, tag));
    cpSync(join(import.meta.dirname, '../overlay.yaml'), join(folder, 'overlays/drill/kustomization.yaml'));
    return await run('kubectl', ['kustomize', join(folder, 'overlays/drill')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Service {
  readonly spec: { readonly clusterIP: string; readonly ports: readonly { port: number; nodePort?: number }[] };
}
interface Nodes {
  readonly items: readonly { status: { addresses: readonly { type: string; address: string }[] } }[];
}

/**
 * Returns the gateway's URL: the Service's address or its port on a node. A port-forward would end with the one pod
 * that it leads to.
 * @throws when neither responds within a minute
 */
export async function gatewayUrl(cluster: Cluster): Promise<string> {
  const { spec } = await cluster.get<Service>('service', 'gateway');
  const { items } = await cluster.get<Nodes>('nodes');
  const addresses = items.flatMap(({ status }) => status.addresses.filter(({ type }) => type === 'InternalIP'));
  const urls = [
    `http://${spec.clusterIP}:${spec.ports[0]?.port}`,
    ...addresses.map(({ address }) => `http://${address}:${spec.ports[0]?.nodePort}`),
  ];
  const responds = (url: string) =>
    fetch(url, { signal: AbortSignal.timeout(2000) })
      .then(({ ok }) => ok)
      .catch(() => false);
  const find = async () => {
    for (const url of urls) if (await responds(url)) return url;
    return null;
  };
  return until(`a response from ${urls.join(' or ')}`, find, 60_000);
}
