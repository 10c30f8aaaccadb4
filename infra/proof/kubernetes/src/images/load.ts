import { Refusal } from '@nightshelf/servers/refusal.ts';
import { kindOf } from '../cluster/context.ts';
import { run } from '../cluster/run.ts';

const howToLoad = `It is not known how images get into this cluster. Set KUBERNETES_LOAD to a command that takes their names, such as
  KUBERNETES_LOAD='minikube image load' npm run test:kubernetes`;

/**
 * The command that gives images of the Docker engine to the cluster; null when both are the same engine's.
 * @param own command of the person, to which names of images are appended
 * @throws Refusal when there is no telling
 */
export function loadCommand(context: string, own: string | undefined): readonly [string, ...string[]] | null {
  if (own) return ['sh', '-c', `${own} "$@"`, 'load'];
  const kind = kindOf(context);
  if (kind === 'kind') return ['kind', 'load', 'docker-image', '--name', context.slice('kind-'.length)];
  if (kind === 'k3d') return ['k3d', 'image', 'import', '--cluster', context.slice('k3d-'.length)];
  if (kind === 'minikube') return ['minikube', 'image', 'load'];
  if (kind === 'docker-desktop') return null;
  throw new Refusal(howToLoad);
}

/** All at once, since they share most of what they are made of. */
export async function loadImages(context: string, images: readonly string[], signal: AbortSignal): Promise<void> {
  const command = loadCommand(context, process.env.KUBERNETES_LOAD);
  if (!command) return;
  const [program, ...args] = command;
  await run(program, [...args, ...images], { signal });
}
