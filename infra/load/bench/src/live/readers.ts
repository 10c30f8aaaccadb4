import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { cpuTimeOf } from '../cpu-time.ts';
import type { Reading } from './reader.ts';
import type { Orders } from './reader-process.ts';

/** Readers in a process beside this one. */
export class Readers {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Resolves when all have their page on the screen. @throws when one cannot */
  static async begin(orders: Orders): Promise<Readers> {
    const child = fork(join(import.meta.dirname, 'reader-process.ts'), { serialization: 'advanced' });
    child.send(orders);
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('The readers have ended')));
    await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => undefined);
    return new Readers(child);
  }

  /** Milliseconds of CPU that they have used so far. */
  get cpuMs(): number {
    return cpuTimeOf(this.#child.pid ?? 0);
  }

  async end(): Promise<readonly Reading[]> {
    const reported = once(this.#child, 'message');
    this.#child.send('stop');
    const [readings] = (await reported) as [Reading[]];
    return readings;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
