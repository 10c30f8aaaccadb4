import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessName } from '@nightshelf/local';
import { childEnvironment } from '@nightshelf/local/product/processes.ts';
import { entryOf } from '@nightshelf/local/product/topology.ts';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { Child } from '@nightshelf/local/supervisor/child.ts';
import { freePort } from '@nightshelf/servers';
import { TcpProxy } from './tcp-proxy.ts';

interface ReplicaOptions {
  readonly name: ProcessName;
  /** From 1. */
  readonly number: number;
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (replica: string, line: string) => void;
}

/** One instance of a process of the product, which restarts whenever it dies. */
export class Replica {
  readonly id: string;
  readonly port: number;
  readonly operationsUrl: string;
  readonly child: Child;
  /** As of the last probe: ready and nothing degraded. */
  isWhole = false;

  private constructor({ name, number, env, onLine }: ReplicaOptions, port: number, operationsPort: number) {
    this.id = `${name}-${number}`;
    this.port = port;
    this.operationsUrl = `http://127.0.0.1:${operationsPort}`;
    const ports = { PORT: String(port), OPERATIONS_PORT: String(operationsPort) };
    const log = (line: string) => onLine(this.id, line);
    this.child = new Child({
      name: this.id,
      cwd: checkoutRoot,
      args: [entryOf(name)],
      env: childEnvironment(checkoutRoot, { ...env, ...ports }),
      readyUrl: `${this.operationsUrl}/readyz`,
      stopWithinMs: 30_000,
      onLine: log,
      onWrongSettings: log,
    });
  }

  static async create(options: ReplicaOptions): Promise<Replica> {
    return new Replica(options, await freePort(), await freePort());
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}

const startTimeoutMs = 120_000;
/** Liveness as in the manifests of `k8s`; `every` counts readiness probes, which run each second. */
const readiness = { everyMs: 1000, timeoutMs: 2000, failures: 2 };
const liveness = { every: 10, timeoutMs: 4000, failures: 3 };

/** The replicas of one process behind one address, probed as Kubernetes does. */
export class Group {
  readonly name: ProcessName;
  readonly proxy = new TcpProxy(() => this.#nextPort());
  replicas: readonly Replica[] = [];
  readonly #ready = new Set<Replica>();
  /** Receives no connections while it restarts. */
  #leaving: Replica | undefined;
  #connections = 0;
  readonly #onKilled: (message: string) => void;
  readonly #stopping = new AbortController();
  #probing: Promise<void>[] = [];

  /** @param onKilled is called when the liveness probe kills a replica */
  constructor(name: ProcessName, onKilled: (message: string) => void) {
    this.name = name;
    this.#onKilled = onKilled;
  }

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

  #nextPort(): number | undefined {
    this.#connections += 1;
    const ready = [...this.#ready];
    return ready[this.#connections % ready.length]?.port;
  }

  async #startOne(replica: Replica): Promise<void> {
    replica.child.start();
    if (!(await replica.child.ready(startTimeoutMs))) throw new Error(`${replica.id} did not become ready`);
    this.#ready.add(replica);
  }

  async #probe(replica: Replica): Promise<void> {
    const { signal } = this.#stopping;
    let [unready, dead] = [0, 0];
    /** The last process that was live: one that still starts is not killed. */
    let livePid: number | undefined;
    for (let count = 1; !signal.aborted; count += 1) {
      const readyz = await get(`${replica.operationsUrl}/readyz`, readiness.timeoutMs);
      const isReady = replica.child.pid !== undefined && readyz.ok;
      replica.isWhole = isReady && !isDegraded(readyz.text);
      unready = isReady ? 0 : unready + 1;
      if (isReady && replica !== this.#leaving) this.#ready.add(replica);
      else if (unready >= readiness.failures || replica.child.pid === undefined) this.#ready.delete(replica);
      if (count % liveness.every === 0) {
        const healthz = await get(`${replica.operationsUrl}/healthz`, liveness.timeoutMs);
        if (healthz.ok) livePid = replica.child.pid;
        dead = healthz.ok || livePid !== replica.child.pid ? 0 : dead + 1;
        if (dead >= liveness.failures) {
          dead = 0;
          this.#onKilled(`${replica.id}: ${healthz.text.slice(0, 300)}`);
          replica.kill();
        }
      }
      await pause(readiness.everyMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function get(url: string, timeoutMs: number): Promise<{ readonly ok: boolean; readonly text: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    return { ok: response.ok, text: await response.text() };
  } catch {
    return { ok: false, text: `no response within ${timeoutMs} ms` };
  }
}

const isDegraded = (readyz: string) => Object.keys(JSON.parse(readyz).degraded ?? {}).length > 0;
