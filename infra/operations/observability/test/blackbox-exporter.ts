import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort, until } from '@nightshelf/testing';
import { folder } from '../src/rules.ts';

const config = join(folder, '../../../k8s/components/outside-probe/blackbox.yml');

/** A blackbox_exporter with the configuration of the component outside-probe. */
export class BlackboxExporter {
  readonly #url: string;
  readonly #process: ChildProcess;

  private constructor(url: string, process: ChildProcess) {
    this.#url = url;
    this.#process = process;
  }

  static async start(program: string): Promise<BlackboxExporter> {
    const address = `127.0.0.1:${await freePort()}`;
    const args = [`--config.file=${config}`, `--web.listen-address=${address}`];
    const exporter = new BlackboxExporter(`http://${address}`, spawn(program, args, { stdio: 'ignore' }));
    await until('it is healthy', async () => (await fetch(`http://${address}/-/healthy`)).ok);
    return exporter;
  }

  /** Returns whether the probe of the target succeeds. */
  async probe(module: string, target: string): Promise<boolean> {
    const query = new URLSearchParams({ module, target });
    const text = await (await fetch(`${this.#url}/probe?${query}`)).text();
    return /^probe_success 1$/m.test(text);
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill();
    await ended;
  }
}
