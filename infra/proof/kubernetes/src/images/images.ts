import { checkoutRoot } from '@nightshelf/local/root.ts';
import { Refusal } from '@nightshelf/servers/refusal.ts';
import { attempt, run } from '../cluster/run.ts';

/** Images of what `overlays/dev` runs, by the folder that each is built from. */
const sources: Readonly<Record<string, string>> = {
  auth: 'services/auth',
  library: 'services/library',
  catalog: 'services/catalog',
  social: 'services/social',
  media: 'services/media',
  simulator: 'infra/stand-ins/simulator',
  gateway: 'gateway',
};

/** Tags of what the drills build; none that a person would give. */
export const builtTag = 'drills-1';
export const nextTag = 'drills-2';
export const refusedTag = 'drills-refused';

export const imagesOf = (tag: string) => Object.keys(sources).map((name) => `nightshelf/${name}:${tag}`);

/** Arguments of `docker build` for an image of the product. */
export function buildArguments(name: string, tag: string, registry = process.env.NPM_CONFIG_REGISTRY): string[] {
  const dockerfile = name === 'gateway' ? 'gateway' : 'service';
  const given = [
    ...(name === 'gateway' ? [] : [`SERVICE=${sources[name]}`]),
    ...(name === 'simulator' ? ['OPERATIONS_PORT='] : []),
    ...(registry ? [`NPM_CONFIG_REGISTRY=${registry}`] : []),
  ];
  return [
    'build',
    ...['--file', `infra/operations/docker/${dockerfile}.Dockerfile`],
    ...given.flatMap((argument) => ['--build-arg', argument]),
    ...['--tag', `nightshelf/${name}:${tag}`, '.'],
  ];
}

/** Builds all images, one after the other: each alone uses every core. */
export async function buildImages(tag: string, signal: AbortSignal, say: (line: string) => void): Promise<void> {
  await checkDocker();
  for (const name of Object.keys(sources)) {
    const began = performance.now();
    const [, ...args] = buildArguments(name, tag);
    await run('docker', ['build', '--quiet', ...args.slice(0, -1), checkoutRoot], { signal, cwd: checkoutRoot });
    say(`nightshelf/${name}:${tag} built in ${Math.round((performance.now() - began) / 1000)} s`);
  }
}

/** @throws Refusal naming those that the engine does not have */
export async function requireImages(images: readonly string[]): Promise<void> {
  await checkDocker();
  const missing: string[] = [];
  for (const image of images) if (!(await isPresent(image))) missing.push(image);
  if (missing.length > 0) throw new Refusal(`Docker has no ${missing.join(', ')}. Without --images they are built.`);
}

export const isPresent = async (image: string) => (await attempt('docker', ['image', 'inspect', image])).code === 0;

/** Gives every image of a tag another one as well: a release that differs in nothing but its name. */
export async function retag(from: string, to: string): Promise<void> {
  const targets = imagesOf(to);
  for (const [index, image] of imagesOf(from).entries()) await run('docker', ['tag', image, targets[index] ?? '']);
}

/** Takes names of images away; what is behind them stays in the engine's cache of builds. */
export async function untag(images: readonly string[]): Promise<void> {
  for (const image of images) await attempt('docker', ['image', 'rm', '--no-prune', image]);
}

async function checkDocker(): Promise<void> {
  const { code } = await attempt('docker', ['version', '--format', '{{.Server.Version}}']);
  if (code !== 0)
    throw new Refusal('Docker does not answer; the drills build images with it. Start it, or set DOCKER_HOST.');
}
