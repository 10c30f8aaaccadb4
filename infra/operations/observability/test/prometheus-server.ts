import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { freePort, until } from '@nightshelf/testing';
import { stringify } from 'yaml';
import { folder, type RuleFile } from '../src/rules.ts';

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

export interface Program {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a program of Prometheus on a free port, and waits until it is ready. */
async function startProgram(program: string, config: string, ...args: readonly string[]): Promise<Program> {
  const address = `127.0.0.1:${await freePort()}`;
  const options = [`--config.file=${config}`, `--web.listen-address=${address}`, ...args];
  const child = spawn(program, options, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const url = `http://${address}`;
  await until(`${program} is ready`, async () => (await fetch(`${url}/-/healthy`)).ok);
  return {
    url,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/** Starts a blackbox_exporter with the configuration of the component outside-probe. */
export const startBlackboxExporter = (program: string) =>
  startProgram(program, join(folder, '../../../k8s/components/outside-probe/blackbox.yml'));

/** Returns whether a blackbox_exporter's probe of the target succeeds. */
export async function probe({ url }: Program, module: string, target: string): Promise<boolean> {
  const query = new URLSearchParams({ module, target });
  return /^probe_success 1$/m.test(await (await fetch(`${url}/probe?${query}`)).text());
}

/**
 * Starts a Prometheus that scrapes processes and evaluates rules every second.
 * @param copies folder for its files
 * @param targets `host:port` of the processes
 */
export async function startPrometheus(
  program: string,
  copies: string,
  targets: readonly string[],
  files: readonly RuleFile[],
) {
  mkdirSync(copies, { recursive: true });
  const rule_files = files.map(({ path, text }) => {
    const copy = join(copies, basename(path));
    writeFileSync(copy, text.replace(/^( +interval:) \w+$/gm, '$1 1s'));
    return copy;
  });
  const config = join(copies, 'prometheus.yml');
  const often = { scrape_interval: '1s', evaluation_interval: '1s' };
  const job = { job_name: 'nightshelf', static_configs: [{ targets }] };
  writeFileSync(config, stringify({ global: often, rule_files, scrape_configs: [job] }));
  const { url, stop } = await startProgram(program, config, `--storage.tsdb.path=${join(copies, 'data')}`);
  const ask = async <Answer>(path: string, init?: RequestInit) =>
    (await (await fetch(`${url}/api/v1/${path}`, init)).json()) as Answer;
  return {
    /** @returns the expression's current series @throws Prometheus's error */
    query: async (expression: string): Promise<readonly unknown[]> => {
      const body = new URLSearchParams({ query: expression });
      const response = await ask<ApiResponse>('query', { method: 'POST', body });
      if (response.status !== 'success') throw new Error(`${expression}: ${response.error}`);
      return response.data?.result ?? [];
    },
    /** Returns the number of healthy targets. */
    targets: async () => {
      const { data } = await ask<ApiResponse>('targets');
      return data?.activeTargets?.filter(({ health }) => health === 'up').length ?? 0;
    },
    /** Returns the number of evaluated rules and their errors. */
    rules: async () => {
      const all = (await ask<Evaluated>('rules')).data.groups.flatMap(({ rules }) => rules);
      return {
        evaluated: all.filter(({ health }) => health === 'ok').length,
        faults: all.filter(({ health }) => health === 'err').map(({ name, lastError }) => `${name}: ${lastError}`),
      };
    },
    stop,
  };
}
