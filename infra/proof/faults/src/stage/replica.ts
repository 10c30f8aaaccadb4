import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessName } from '@nightshelf/local';
import { childEnvironment } from '@nightshelf/local/product/child-environment.ts';
import { entryOf } from '@nightshelf/local/product/topology.ts';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { Child } from '@nightshelf/local/supervisor/child.ts';
import { freePort } from '@nightshelf/servers';
import { clockEnvironment } from './clock.ts';

export interface ReplicaOptions {
  readonly name: ProcessName;
  /** From 1. */
  readonly number: number;
  readonly env: Readonly<Record<string, string>>;
  /** Folder for what belongs to it alone. */
  readonly folder: string;
  readonly onLine: (replica: string, line: string) => void;
}

/** One instance of a process of the product, which is started again whenever it dies. */
export class Replica {
  readonly id: string;
  readonly port: number;
  readonly #operationsPort: number;
  readonly #options: ReplicaOptions;
  readonly #clockFile: string;
  #child: Child;

  private constructor(options: ReplicaOptions, port: number, operationsPort: number) {
    this.#options = options;
    this.id = `${options.name}-${options.number}`;
    this.port = port;
    this.#operationsPort = operationsPort;
    this.#clockFile = join(options.folder, `${this.id}.clock`);
    this.setClock(0);
    this.#child = this.#childOf(checkoutRoot);
  }

  static async prepare(options: ReplicaOptions): Promise<Replica> {
    return new Replica(options, await freePort(), await freePort());
  }

  get operationsUrl(): string {
    return `http://127.0.0.1:${this.#operationsPort}`;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  start(): void {
    this.#child.start();
  }

  /** @throws when it does not become ready in time */
  async becomesReady(withinMs: number): Promise<void> {
    if (!(await this.#child.ready(withinMs))) throw new Error(`${this.id} did not become ready`);
  }

  kill(signal: NodeJS.Signals): void {
    const { pid } = this;
    this.#child.kill(signal);
    if (signal === 'SIGKILL' && pid) forgetSharedClock(pid);
  }

  /** In good order. */
  stop(): Promise<void> {
    return this.#child.stop();
  }

  /** From the next start on it runs the code of another checkout. @param root folder of that checkout */
  runCodeOf(root: string): void {
    this.#child = this.#childOf(root);
  }

  /** @param seconds by which the process's clock is ahead (or, below 0, behind) */
  setClock(seconds: number): void {
    writeFileSync(this.#clockFile, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`);
  }

  #childOf(root: string): Child {
    const { name, env, onLine } = this.#options;
    const own = { PORT: String(this.port), OPERATIONS_PORT: String(this.#operationsPort) };
    const say = (line: string) => onLine(this.id, line);
    return new Child({
      name: this.id,
      cwd: root,
      args: [entryOf(name)],
      env: { ...childEnvironment(root, { ...env, ...own }), ...clockEnvironment(this.#clockFile) },
      readyUrl: `${this.operationsUrl}/readyz`,
      stopWithinMs: 30_000,
      onLine: say,
      onWrongSettings: say,
    });
  }
}

/** A process that is killed leaves what libfaketime shares between processes behind. */
function forgetSharedClock(pid: number): void {
  for (const name of [`faketime_shm_${pid}`, `sem.faketime_sem_${pid}`]) {
    const path = join('/dev/shm', name);
    if (existsSync(path)) rmSync(path, { force: true });
  }
}
