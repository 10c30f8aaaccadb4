import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { freePort, until } from '@nightshelf/testing';
import { stringify } from 'yaml';
import type { RuleFile } from '../src/rules.ts';

interface ApiResponse {
  readonly status: string;
  readonly error?: string;
  readonly data?: {
    readonly result?: readonly unknown[];
    readonly activeTargets?: readonly { readonly health: string }[];
  };
}

interface Evaluated {
  readonly data: {
    readonly groups: readonly { readonly rules: readonly { name: string; health: string; lastError?: string }[] }[];
  };
}

/** A Prometheus that scrapes processes and evaluates rules every second. */
export class PrometheusServer {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(url: string, process: ChildProcess) {
    this.url = url;
    this.#process = process;
  }

  /**
   * @param folder for its files
   * @param targets `host:port` of the processes
   */
  static async start(
    program: string,
    folder: string,
    targets: readonly string[],
    files: readonly RuleFile[],
  ): Promise<PrometheusServer> {
    mkdirSync(folder, { recursive: true });
    const rules = files.map(({ path, text }) => {
      const copy = join(folder, basename(path));
      writeFileSync(copy, text.replace(/^( +interval:) \w+$/gm, '$1 1s'));
      return copy;
    });
    const config = join(folder, 'prometheus.yml');
    const often = { scrape_interval: '1s', evaluation_interval: '1s' };
    const job = { job_name: 'nightshelf', static_configs: [{ targets }] };
    writeFileSync(config, stringify({ global: often, rule_files: rules, scrape_configs: [job] }));
    const address = `127.0.0.1:${await freePort()}`;
    const data = `--storage.tsdb.path=${join(folder, 'data')}`;
    const server = spawn(program, [`--config.file=${config}`, data, `--web.listen-address=${address}`], {
      stdio: 'ignore',
    });
    const prometheus = new PrometheusServer(`http://${address}`, server);
    await until('Prometheus is ready', async () => (await fetch(`${prometheus.url}/-/ready`)).ok);
    return prometheus;
  }

  /** @returns the expression's current series @throws Prometheus's error */
  async query(expression: string): Promise<readonly unknown[]> {
    const body = new URLSearchParams({ query: expression });
    const response = (await (await fetch(`${this.url}/api/v1/query`, { method: 'POST', body })).json()) as ApiResponse;
    if (response.status !== 'success') throw new Error(`${expression}: ${response.error}`);
    return response.data?.result ?? [];
  }

  /** Returns the number of healthy targets. */
  async targets(): Promise<number> {
    const response = (await (await fetch(`${this.url}/api/v1/targets`)).json()) as ApiResponse;
    return response.data?.activeTargets?.filter(({ health }) => health === 'up').length ?? 0;
  }

  /** Returns the number of evaluated rules and their errors. */
  async rules(): Promise<{ readonly evaluated: number; readonly faults: readonly string[] }> {
    const { data } = (await (await fetch(`${this.url}/api/v1/rules`)).json()) as Evaluated;
    const all = data.groups.flatMap(({ rules }) => rules);
    return {
      evaluated: all.filter(({ health }) => health === 'ok').length,
      faults: all.filter(({ health }) => health === 'err').map(({ name, lastError }) => `${name}: ${lastError}`),
    };
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill();
    await ended;
  }
}
