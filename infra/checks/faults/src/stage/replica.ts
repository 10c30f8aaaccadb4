import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessName } from '@nightshelf/local';
import { childEnvironment } from '@nightshelf/local/product/child-environment.ts';
import { entryOf } from '@nightshelf/local/product/topology.ts';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { Child } from '@nightshelf/local/supervisor/child.ts';
import { freePort } from '@nightshelf/servers';

/** Debian and Ubuntu on both architectures, Fedora. */
const clockLibraries = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib64/faketime/libfaketimeMT.so.1',
];
export const clockLibrary = clockLibraries.find((path) => existsSync(path));

export interface ReplicaOptions {
  readonly name: ProcessName;
  /** From 1. */
  readonly number: number;
  readonly env: Readonly<Record<string, string>>;
  /** Holds the file that sets the clock. */
  readonly folder: string;
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
  readonly #clockFile: string;

  private constructor({ name, number, env, folder, onLine }: ReplicaOptions, port: number, operationsPort: number) {
    this.id = `${name}-${number}`;
    this.port = port;
    this.operationsUrl = `http://127.0.0.1:${operationsPort}`;
    this.#clockFile = join(folder, `${this.id}.clock`);
    this.setClock(0);
    const ports = { PORT: String(port), OPERATIONS_PORT: String(operationsPort) };
    const log = (line: string) => onLine(this.id, line);
    this.child = new Child({
      name: this.id,
      cwd: checkoutRoot,
      args: [entryOf(name)],
      env: { ...childEnvironment(checkoutRoot, { ...env, ...ports }), ...clockEnvironment(this.#clockFile) },
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
    const { pid } = this.child;
    this.child.kill('SIGKILL');
    // A killed process leaves the memory that libfaketime shares between processes.
    if (pid)
      for (const name of [`faketime_shm_${pid}`, `sem.faketime_sem_${pid}`])
        rmSync(`/dev/shm/${name}`, { force: true });
  }

  /** @param seconds added to the process's clock, within a second */
  setClock(seconds: number): void {
    writeFileSync(this.#clockFile, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`);
  }
}

/** Leaves the monotonic clock and the times of files alone. */
function clockEnvironment(file: string): Record<string, string> {
  if (!clockLibrary) return {};
  return {
    LD_PRELOAD: clockLibrary,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  };
}
