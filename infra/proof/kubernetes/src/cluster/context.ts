import { networkInterfaces } from 'node:os';
import { Refusal } from '@nightshelf/servers/refusal.ts';
import { attempt } from './run.ts';

export type ClusterKind = 'kind' | 'k3d' | 'minikube' | 'docker-desktop' | 'other';

export interface Context {
  readonly name: string;
  /** Address of its API server. */
  readonly server: string;
}

/** What the context's name says about who runs the cluster, and so how images get into it. */
export function kindOf(name: string): ClusterKind {
  if (name.startsWith('kind-')) return 'kind';
  if (name.startsWith('k3d-')) return 'k3d';
  return name === 'minikube' || name === 'docker-desktop' ? name : 'other';
}

/**
 * Whether the cluster is certainly on this machine: by the name that its tool gives it, or because its API server has an
 * address of this machine.
 * @param own addresses of this machine
 */
export function isLocal({ name, server }: Context, own: readonly string[]): boolean {
  if (kindOf(name) !== 'other') return true;
  const { hostname } = new URL(server);
  const address = hostname.replace(/^\[|\]$/g, '');
  return address === 'localhost' || address === '::1' || address.startsWith('127.') || own.includes(address);
}

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address));

interface Config {
  readonly 'current-context'?: string;
  readonly clusters?: { cluster: { server: string } }[] | null;
}

const howToGetOne = `There is no cluster to run the drills on: kubectl names none. With Docker, for example:
  kind create cluster --name nightshelf        then run this again`;

/**
 * The cluster that kubectl speaks to.
 * @param named by the person, who thereby answers for it; else the current one, which has to be local
 * @throws Refusal when there is none, or it may be somebody else's
 */
export async function chooseContext(named: string | undefined): Promise<Context> {
  const of = named ? ['--context', named] : [];
  const { code, stdout } = await attempt('kubectl', ['config', 'view', '--minify', '-o', 'json', ...of]);
  if (code !== 0) throw new Refusal(named ? `kubectl knows no context ${named}.` : howToGetOne);
  const config = JSON.parse(stdout) as Config;
  const server = config.clusters?.[0]?.cluster.server;
  const name = named ?? config['current-context'];
  if (!server || !name) throw new Refusal(howToGetOne);
  const context = { name, server };
  if (!named && !isLocal(context, ownAddresses())) {
    throw new Refusal(
      `The current context, ${name} (${server}), is not recognisably a cluster on this machine, and the drills break things.
If it is meant: npm run test:kubernetes -- --context ${name}`,
    );
  }
  return context;
}
