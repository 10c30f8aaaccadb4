import type { ProcessName } from '@nightshelf/local';
import { childEnvironment } from '@nightshelf/local/product/child-environment.ts';
import { entryOf } from '@nightshelf/local/product/topology.ts';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { Child } from '@nightshelf/local/supervisor/child.ts';
import { freePort } from '@nightshelf/servers';

export interface ReplicaOptions {
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
