import { Refusal } from '@nightshelf/servers/refusal.ts';
import { attempt, type Outcome, run } from './run.ts';

/** The one namespace the drills work in: two runs at once would measure each other. */
export const namespace = 'nightshelf-drills';

/** Where `overlays/production` is tried, and nothing made. */
export const emptyNamespace = 'nightshelf-drills-production';

/** One namespace of a cluster, as kubectl sees it. */
export class Cluster {
  readonly #context: string;
  readonly #signal: AbortSignal;
  readonly #namespace: string;

  constructor(context: string, signal: AbortSignal, of: string = namespace) {
    this.#context = context;
    this.#signal = signal;
    this.#namespace = of;
  }

  /** The same cluster, in another namespace. */
  within(other: string): Cluster {
    return new Cluster(this.#context, this.#signal, other);
  }

  /** @throws Error with kubectl's own words when it fails */
  kubectl(args: readonly string[], input?: string): Promise<string> {
    return run('kubectl', this.#own(args), this.#options(input));
  }

  /** For what may fail and says something by failing. */
  attempt(args: readonly string[], input?: string): Promise<Outcome> {
    return attempt('kubectl', this.#own(args), this.#options(input));
  }

  async list<Resource>(kind: string, selector = ''): Promise<Resource[]> {
    const text = await this.kubectl(['get', kind, '-o', 'json', ...(selector ? ['-l', selector] : [])]);
    return (JSON.parse(text) as { items: Resource[] }).items;
  }

  async get<Resource>(kind: string, name: string): Promise<Resource> {
    return JSON.parse(await this.kubectl(['get', kind, name, '-o', 'json'])) as Resource;
  }

  /** Runs a command in a pod, whatever comes of it. */
  exec(pod: string, command: readonly string[]): Promise<Outcome> {
    return this.attempt(['exec', pod, '--', ...command]);
  }

  async exists(): Promise<boolean> {
    const { stdout } = await this.attempt(['get', 'namespace', this.#namespace, '--ignore-not-found', '-o', 'name']);
    return stdout.trim() !== '';
  }

  /** Deletes the namespace with all that is in it, and waits until it is gone. Works after the run was interrupted. */
  async remove(): Promise<void> {
    await run('kubectl', this.#own(['delete', 'namespace', this.#namespace, '--ignore-not-found', '--timeout=4m']));
  }

  /** @throws Refusal when the cluster does not answer or does not let us make what the drills need */
  async check(): Promise<void> {
    const { code, stderr } = await this.attempt(['get', '--raw', '/readyz', '--request-timeout=10s']);
    if (code !== 0) {
      throw new Refusal(
        `The cluster of the context ${this.#context} does not answer: ${stderr.trim().split('\n').at(-1)}`,
      );
    }
    for (const right of [
      ['create', 'namespaces'],
      ['create', 'deployments.apps'],
      ['create', 'networkpolicies.networking.k8s.io'],
      ['create', 'pods', '--subresource=exec'],
    ]) {
      if ((await this.attempt(['auth', 'can-i', ...right])).code !== 0) {
        throw new Refusal(
          `The context ${this.#context} has no permission to ${right.slice(0, 2).join(' ')}; use one that has.`,
        );
      }
    }
  }

  #own = (args: readonly string[]) => ['--context', this.#context, '--namespace', this.#namespace, ...args];

  #options = (input?: string) => ({ signal: this.#signal, ...(input === undefined ? {} : { input }) });
}
