import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { testIdentitySecret } from '@nightshelf/testing/api-client.ts';
import { closeAfterTests } from '@nightshelf/testing/close-after-tests.ts';
import { until } from '@nightshelf/testing/until.ts';
import { serviceNames } from '../../src/settings.ts';

export interface TestGateway {
  readonly url: string;
  readonly operationsUrl: string;
  readonly log: readonly string[];
  /** Returns its metrics as text. */
  metrics(): Promise<string>;
  /** Returns the sum of a metric over the series that match, or NaN without any. */
  figure(name: string, labels?: RegExp): Promise<number>;
  signal(signal: NodeJS.Signals): void;
  ended(): Promise<number | null>;
  /** Called after the tests at the latest. */
  stop(): Promise<void>;
}

/** An address without a listener: port 9 (discard) is unused today. */
export const unreachable = 'http://127.0.0.1:9';

/** Settings that route every service to one upstream. */
export const everyServiceAt = (url: string) =>
  Object.fromEntries(serviceNames.map((name) => [`${name.toUpperCase()}_URL`, url]));

const main = join(import.meta.dirname, '../../src/main.ts');

const defaults = {
  PORT: '0',
  OPERATIONS_PORT: '0',
  IDENTITY_SECRET: testIdentitySecret,
  AUTH_URL: unreachable,
  LIBRARY_URL: unreachable,
  CATALOG_URL: unreachable,
  SOCIAL_URL: unreachable,
  MEDIA_URL: unreachable,
};

/** Starts the gateway's process with no environment of this one but PATH and the compile cache. */
export function spawnGateway(env: Readonly<Record<string, string>>): { child: ChildProcess; log: string[] } {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const passedOn = { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };
  const child = spawn(process.execPath, [main], { env: { ...passedOn, ...env }, stdio: 'pipe' });
  const log: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => log.push(line));
  return { child, log };
}

/**
 * Starts the gateway as in production, in its own process, and waits until it is ready. Throws with its log when it
 * does not start.
 */
export async function startTestGateway(env: Readonly<Record<string, string>>): Promise<TestGateway> {
  const { child, log } = spawnGateway({ ...defaults, ...env });
  const exit = once(child, 'exit');
  const { url, operationsUrl } = await started(child, log);
  // Waits for readiness, as a load balancer would.
  await until('the gateway is ready', async () => (await fetch(`${operationsUrl}/readyz`)).ok);
  const metrics = async () => (await fetch(`${operationsUrl}/metrics`)).text();
  const ended = async () => ((await exit) as [number | null])[0];
  return {
    url,
    operationsUrl,
    log,
    metrics,
    figure: async (name, labels = /^/) => {
      const isMeant = (line: string) => [`${name}{`, `${name} `].some((start) => line.startsWith(start));
      const series = (await metrics()).split('\n').filter((line) => isMeant(line) && labels.test(line));
      const values = series.map((line) => Number(line.split(' ').at(-1)));
      return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value);
    },
    signal: (signal) => child.kill(signal),
    ended,
    stop: closeAfterTests(async () => {
      child.kill('SIGTERM');
      await ended();
    }),
  };
}

interface Started {
  readonly url: string;
  readonly operationsUrl: string;
}

function started(child: ChildProcess, log: readonly string[]): Promise<Started> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const line = log.find((one) => one.includes('"Started"'));
      if (line) resolve(JSON.parse(line));
    });
    child.once('exit', () => reject(new Error(`The gateway did not start:\n${log.join('\n')}`)));
  });
}
