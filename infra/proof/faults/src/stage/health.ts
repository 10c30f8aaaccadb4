import { faultAt, readinessAt } from './probe.ts';
import type { Replica } from './replica.ts';
import type { Replicas } from './replicas.ts';

/** How often each is asked, how long an answer may take (milliseconds), and how many failures in a row count. */
const readiness = { everyMs: 1000, withinMs: 2000, failures: 2 };
/** As the manifests in `k8s/` have it. */
const liveness = { everyMs: 10_000, withinMs: 4000, failures: 3 };

/** An instance that was killed because it was not live, and what it said last. */
export interface Restart {
  readonly replica: string;
  readonly at: number;
  readonly says: string;
}

/**
 * What Kubernetes does with the probes: takes an instance that is not ready out of its balancer, and kills one that says
 * that only a restart helps, or says nothing for long.
 */
export class Health {
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>[];
  readonly #whole = new Map<Replica, boolean>();
  /** In order. */
  readonly restarts: Restart[] = [];

  constructor(groups: readonly Replicas[]) {
    this.#running = groups.flatMap((group) =>
      group.all.flatMap((replica) => [this.#watchReadiness(group, replica), this.#watchLiveness(replica)]),
    );
  }

  /** Whether it lacked nothing when it was asked last, not only what its calls need. */
  isWhole(replica: Replica): boolean {
    return this.#whole.get(replica) ?? false;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }

  async #watchReadiness({ balancer, leaving }: Replicas, replica: Replica): Promise<void> {
    let failed = 0;
    await this.#every(readiness.everyMs, async () => {
      const { ready, whole } = await readinessAt(`${replica.operationsUrl}/readyz`, readiness.withinMs);
      const ok = replica.pid !== undefined && ready;
      failed = ok ? 0 : failed + 1;
      this.#whole.set(replica, ok && whole);
      if (ok && !leaving.has(replica)) balancer.add(replica.port);
      else if (failed >= readiness.failures || replica.pid === undefined) balancer.remove(replica.port);
    });
  }

  async #watchLiveness(replica: Replica): Promise<void> {
    let failed = 0;
    let pid: number | undefined;
    await this.#every(liveness.everyMs, async () => {
      const fault = await faultAt(`${replica.operationsUrl}/healthz`, liveness.withinMs);
      const ok = fault === null;
      // A process that is only starting has its time.
      if (ok) pid = replica.pid;
      failed = ok || pid !== replica.pid ? 0 : failed + 1;
      if (failed < liveness.failures) return;
      failed = 0;
      this.restarts.push({ replica: replica.id, at: performance.now(), says: fault ?? '' });
      replica.kill('SIGKILL');
    });
  }

  async #every(ms: number, act: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await act();
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, ms);
        function done() {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          resolve();
        }
        signal.addEventListener('abort', done);
      });
    }
  }
}
