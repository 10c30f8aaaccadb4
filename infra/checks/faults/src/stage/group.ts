import { setTimeout as pause } from 'node:timers/promises';
import { childEnvironment } from '@nightshelf/local/product/processes.ts';
import type { ProcessName } from '@nightshelf/local/product/topology.ts';
import { entryOf } from '@nightshelf/local/product/topology.ts';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { Child, degradedParts } from '@nightshelf/local/supervisor/child.ts';
import { freePort } from '@nightshelf/servers';
import { TcpProxy } from '@nightshelf/testing/tcp-proxy.ts';

/** As in the manifests of `k8s`. */
const livenessMs = 10_000;

/** One instance of a process of the product, which restarts whenever it dies or hangs. */
export interface Replica {
  readonly id: string;
  readonly port: number;
  readonly operationsUrl: string;
  readonly child: Child;
  /** As of the last probe: ready and nothing degraded. */
  isWhole: boolean;
}

export async function prepareReplica(
  name: ProcessName,
  number: number,
  env: Readonly<Record<string, string>>,
  onLine: (replica: string, line: string) => void,
): Promise<Replica> {
  const id = `${name}-${number}`;
  const [port, operationsPort] = [await freePort(), await freePort()];
  const operationsUrl = `http://127.0.0.1:${operationsPort}`;
  const own = { ...env, PORT: String(port), OPERATIONS_PORT: String(operationsPort) };
  const log = (line: string) => onLine(id, line);
  const child = new Child({
    name: id,
    cwd: checkoutRoot,
    args: [entryOf(name)],
    env: childEnvironment(checkoutRoot, own),
    readyUrls: [`${operationsUrl}/readyz`],
    watching: { urls: [`${operationsUrl}/healthz`], everyMs: livenessMs },
    stopWithinMs: 30_000,
    onLine: log,
    onFailure: (error) => log(error.message),
    mayRestart: () => true,
  });
  return { id, port, operationsUrl, child, isWhole: false };
}

const startTimeoutMs = 120_000;
/** As in the manifests of `k8s`. */
const readiness = { everyMs: 1000, failures: 2 };

/** The replicas of one process behind one address, which leads to those that are ready. */
export class Group {
  readonly proxy = new TcpProxy(() => this.#next());
  replicas: readonly Replica[] = [];
  readonly #ready = new Set<Replica>();
  /** Receives no connections while it restarts. */
  #leaving: Replica | undefined;
  #connections = 0;
  readonly #stopping = new AbortController();
  #probing: Promise<void>[] = [];

  /** @throws when a replica is not ready in time */
  async start(replicas: readonly Replica[]): Promise<void> {
    this.replicas = replicas;
    await Promise.all(replicas.map((replica) => this.#startOne(replica)));
    this.#probing = replicas.map((replica) => this.#probe(replica));
  }

  /** Stops and starts the replicas gracefully, one after the other. */
  async restartInTurn(): Promise<void> {
    for (const replica of this.replicas) {
      this.#leaving = replica;
      this.#ready.delete(replica);
      await replica.child.stop();
      this.#leaving = undefined;
      await this.#startOne(replica);
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#probing);
    await Promise.all(this.replicas.map(({ child }) => child.stop()));
    await this.proxy.stop();
  }

  #next(): Replica | undefined {
    this.#connections += 1;
    const ready = [...this.#ready];
    return ready[this.#connections % ready.length];
  }

  async #startOne(replica: Replica): Promise<void> {
    replica.child.start();
    if (!(await replica.child.ready(startTimeoutMs))) throw new Error(`${replica.id} did not become ready`);
    this.#ready.add(replica);
  }

  async #probe(replica: Replica): Promise<void> {
    const { signal } = this.#stopping;
    for (let failures = 0; !signal.aborted; ) {
      const degraded = replica.child.pid === undefined ? null : await degradedParts(`${replica.operationsUrl}/readyz`);
      replica.isWhole = degraded?.length === 0;
      failures = degraded ? 0 : failures + 1;
      if (degraded && replica !== this.#leaving) this.#ready.add(replica);
      else if (failures >= readiness.failures || replica.child.pid === undefined) this.#ready.delete(replica);
      await pause(readiness.everyMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
