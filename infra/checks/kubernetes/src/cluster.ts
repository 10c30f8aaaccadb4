import { execFile } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import { Refusal } from '@nightshelf/servers/process/tools.ts';

/** As in overlay.yaml. */
export const namespace = 'nightshelf-drill';

const exec = promisify(execFile);

/**
 * Runs a command.
 * @returns its standard output
 * @throws Error with the command's standard error when it fails
 */
export async function run(command: string, args: readonly string[], input = '', signal?: AbortSignal): Promise<string> {
  const running = exec(command, [...args], { maxBuffer: 1 << 26, ...(signal ? { signal } : {}) });
  running.child.stdin?.on('error', () => {});
  running.child.stdin?.end(input);
  return (await running).stdout;
}

/** One context of kubectl and the namespace of the drill. */
export class Cluster {
  readonly context: string;
  readonly #signal: AbortSignal;

  constructor(context: string, signal: AbortSignal) {
    this.context = context;
    this.#signal = signal;
  }

  kubectl(args: readonly string[], input?: string): Promise<string> {
    return run('kubectl', ['--context', this.context, '--namespace', namespace, ...args], input, this.#signal);
  }

  async get<Resource>(...args: readonly string[]): Promise<Resource> {
    return JSON.parse(await this.kubectl(['get', ...args, '-o', 'json'])) as Resource;
  }

  async exists(): Promise<boolean> {
    return (await this.kubectl(['get', 'namespace', namespace, '--ignore-not-found', '-o', 'name'])).trim() !== '';
  }

  /** Waits until every Deployment and StatefulSet runs its newest template. */
  async rolledOut(): Promise<void> {
    const names = (await this.kubectl(['get', 'deployments,statefulsets', '-o', 'name'])).trim().split('\n');
    for (const name of names) await this.kubectl(['rollout', 'status', name, '--timeout=10m']);
  }
}

/**
 * Returns the context to use: the named one, or the current one if its cluster is on this machine.
 * @throws Refusal when there is none or the current one may belong to someone else
 */
export async function chooseContext(named: string | undefined): Promise<string> {
  const options = named ? ['--context', named] : [];
  const text = await run('kubectl', ['config', 'view', '--minify', '-o', 'json', ...options]).catch(() => '{}');
  const config = JSON.parse(text) as {
    'current-context'?: string;
    clusters?: { cluster: { server: string } }[] | null;
  };
  const server = config.clusters?.[0]?.cluster.server;
  const context = named ?? config['current-context'];
  if (!server || !context) throw new Refusal('kubectl has no such context. Try: kind create cluster --name nightshelf');
  if (!named && !isLocal(context, server)) {
    throw new Refusal(`${context} (${server}) may not be on this machine. To use it, pass --context ${context}.`);
  }
  return context;
}

export function isLocal(context: string, server: string): boolean {
  if (/^(kind-|k3d-|minikube$|docker-desktop$)/.test(context)) return true;
  const host = new URL(server).hostname.replace(/^\[|\]$/g, '');
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
  return host === 'localhost' || own.includes(host);
}

/**
 * Returns the command that loads images of the Docker engine into the cluster; null when both share an engine.
 * @param custom `KUBERNETES_LOAD`, a command to which image names are appended
 * @throws Refusal when the kind of cluster is unknown
 */
export function loadCommand(context: string, custom: string | undefined): readonly [string, ...string[]] | null {
  if (custom) return ['sh', '-c', `${custom} "$@"`, 'load'];
  if (context.startsWith('kind-')) return ['kind', 'load', 'docker-image', '--name', context.slice('kind-'.length)];
  if (context.startsWith('k3d-')) return ['k3d', 'image', 'import', '--cluster', context.slice('k3d-'.length)];
  if (context === 'minikube') return ['minikube', 'image', 'load'];
  if (context === 'docker-desktop') return null;
  throw new Refusal('Set KUBERNETES_LOAD to a command that loads images, such as `minikube image load`.');
}
