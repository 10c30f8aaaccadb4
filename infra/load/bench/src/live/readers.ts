import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Orders, Report } from './reader-process.ts';

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

  /** Milliseconds of CPU are those since they began. */
  async end(): Promise<Report> {
    const reported = once(this.#child, 'message');
    this.#child.send('stop');
    const [report] = (await reported) as [Report];
    return report;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
