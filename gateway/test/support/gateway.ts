import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { testIdentitySecret } from '@nightshelf/testing/api-client.ts';
import { until } from '@nightshelf/testing/until.ts';
import { serviceNames } from '../../src/settings.ts';

export interface TestGateway {
  readonly url: string;
  readonly operationsUrl: string;
  /** Lines of its log. */
  readonly log: readonly string[];
  signal(signal: NodeJS.Signals): void;
  /** @returns its exit code */
  ended(): Promise<number | null>;
  stop(): Promise<void>;
}

/** An address where nobody listens: port 9 (discard) is not served anywhere any more. */
export const nobody = 'http://127.0.0.1:9';

/** Settings by which one upstream stands in for every service. */
export const everyServiceAt = (url: string) =>
  Object.fromEntries(serviceNames.map((name) => [`${name.toUpperCase()}_URL`, url]));

const main = join(import.meta.dirname, '../../src/main.ts');

const defaults = {
  PORT: '0',
  OPERATIONS_PORT: '0',
  IDENTITY_SECRET: testIdentitySecret,
  AUTH_URL: nobody,
  LIBRARY_URL: nobody,
  CATALOG_URL: nobody,
  SOCIAL_URL: nobody,
  MEDIA_URL: nobody,
};

/** Starts the gateway's process with nothing of this one's environment but PATH, and where compiled code is kept. */
export function spawnGateway(env: Readonly<Record<string, string>>): { child: ChildProcess; log: string[] } {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const passedOn = { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };
  const child = spawn(process.execPath, [main], { env: { ...passedOn, ...env }, stdio: 'pipe' });
  const log: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => log.push(line));
  return { child, log };
}

/** The gateway as it runs in production, a process of its own, ready. @throws with its log when it does not start */
export async function startTestGateway(env: Readonly<Record<string, string>>): Promise<TestGateway> {
  const { child, log } = spawnGateway({ ...defaults, ...env });
  const exit = once(child, 'exit');
  const { url, operationsUrl } = await started(child, log);
  // As whatever sends it traffic would.
  await until('the gateway is ready', async () => (await fetch(`${operationsUrl}/readyz`)).ok);
  const ended = async () => ((await exit) as [number | null])[0];
  return {
    url,
    operationsUrl,
    log,
    signal: (signal) => child.kill(signal),
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended();
    },
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
