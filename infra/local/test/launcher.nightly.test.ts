import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { freePort } from '@nightshelf/servers/process/kept.ts';
import { commandLineOf, identify, isRunning, waitUntil } from '@nightshelf/servers/process/server-process.ts';
import { closeAfterTests } from '@nightshelf/testing/close-after-tests.ts';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { expect, it } from 'vitest';

const folder = temporaryFolder();

interface Launched {
  readonly process: ChildProcess;
  readonly url: string;
  output(): string;
  isReady(): Promise<boolean>;
  /** @returns the exit code */
  ended(): Promise<number | null>;
}

async function launch(env: Record<string, string>): Promise<Launched> {
  const port = env.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures', 'launch.ts')], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: port, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exit = once(child, 'close');
  closeAfterTests(() => {
    child.kill('SIGTERM');
    return exit;
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return {
    process: child,
    url: `http://localhost:${port}`,
    output: () => output,
    isReady: () => waitUntil(() => output.includes('is ready'), { deadlineMs: 100_000 }),
    ended: async () => (await exit)[0],
  };
}

/** Lists running child processes rather than open ports, which another process may have taken by then. */
function childrenOf(pid: number | undefined) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return children.map((child) => identify(Number(child))).filter((child) => child !== null);
}

function portsOf(dataDir: string): number[] {
  const environments = readFileSync(join(dataDir, 'environment.json'), 'utf8');
  return [...environments.matchAll(/"(?:PORT|OPERATIONS_PORT)": "(\d+)"/g)].map(([, port]) => Number(port));
}

it('prints its address and hides its secrets, refuses a second launcher on its data, and stops on request', async () => {
  const dataDir = join(folder, 'plain');
  const launcher = await launch({ DATA_DIR: dataDir });
  expect(await launcher.isReady()).toBe(true);
  expect(launcher.output()).toContain(`Nightshelf is ready: ${launcher.url}\n`);
  expect(statSync(join(dataDir, 'environment.json')).mode & 0o777).toBe(0o600);

  const second = await launch({ DATA_DIR: dataDir });
  expect(await second.ended()).toBe(1);
  expect(second.output()).toBe(
    `Another launcher (process ${launcher.process.pid}) uses ${dataDir}. Stop that one, or set DATA_DIR to another folder.\n`,
  );
  expect((await fetch(launcher.url)).ok).toBe(true);

  launcher.process.kill('SIGTERM');
  expect(await launcher.ended()).toBe(0);
  await expect(fetch(launcher.url)).rejects.toThrow();
});

it('starts on the data of a killed launcher, whose processes end with it', async () => {
  const dataDir = join(folder, 'plain');
  mkdirSync(dataDir, { recursive: true });
  // Another process has since received the process id of the launcher that held the lock.
  writeFileSync(join(dataDir, 'launcher.lock'), JSON.stringify({ pid: process.pid, started: 'long ago' }));
  const first = await launch({ DATA_DIR: dataDir });
  expect(await first.isReady()).toBe(true);
  const started = childrenOf(first.process.pid);
  // Two Redis and one PostgreSQL, the services and the gateway.
  expect(started.length).toBeGreaterThanOrEqual(5);
  first.process.kill('SIGKILL');
  await first.ended();
  const left = () => started.filter(isRunning).map(({ pid }) => commandLineOf(pid));
  await expect.poll(left, { timeout: 60_000, interval: 200 }).toEqual([]);

  const second = await launch({ DATA_DIR: dataDir });
  expect(await second.isReady()).toBe(true);
}, 300_000);

it('refuses a port that is in use', async () => {
  const port = await freePort();
  const occupant = createServer().listen(port, '127.0.0.1');
  await once(occupant, 'listening');
  const launcher = await launch({ DATA_DIR: join(folder, 'taken'), PORT: String(port) });
  expect(await launcher.ended()).toBe(1);
  expect(launcher.output()).toBe(`Port ${port} is in use. Stop what listens there, or set PORT to another one.\n`);
  occupant.close();
});

it('names every invalid setting, starts nothing and exits with 78', async () => {
  const launcher = await launch({ EVENT_BUS: 'rabbit', LOG_LEVEL: 'loud' });
  expect(await launcher.ended()).toBe(78);
  expect(launcher.output()).toMatch(/EVENT_BUS must be redis or kafka\n {2}LOG_LEVEL must be/);
});

const processAt = async (url: string) => Number((await fetch(url)).headers.get('process'));

it('restarts a process that fails or hangs, and exits with 78 when one reports wrong settings', async () => {
  const launcher = await launch({ DATA_DIR: join(folder, 'restarts'), LIVENESS_SECONDS: '0.5' });
  expect(await launcher.isReady()).toBe(true);
  const failures = [
    async (url: string) => void (await fetch(`${url}/break`)),
    async (url: string) => void process.kill(await processAt(url), 'SIGSTOP'),
  ];
  for (const [failed, fail] of failures.entries()) {
    const before = await processAt(launcher.url);
    await fail(launcher.url);
    const restarts = () => launcher.output().split('restarts in').length - 1;
    expect(await waitUntil(() => restarts() > failed, { deadlineMs: 60_000 })).toBe(true);
    const replaced = async () => (await processAt(launcher.url)) !== before;
    expect(await waitUntil(async () => replaced().catch(() => false), { deadlineMs: 60_000 })).toBe(true);
  }

  await fetch(`${launcher.url}/exit/78`).catch(() => {});
  expect(await launcher.ended()).toBe(78);
  expect(launcher.output()).toContain('gateway: ends with 78 on request');
}, 300_000);

it('ends when a process ends before it is ready', async () => {
  const launcher = await launch({ DATA_DIR: join(folder, 'failing'), PUBLIC_ORIGIN: 'https://fails.example' });
  expect(await launcher.ended()).toBe(1);
  expect(launcher.output()).toContain('services ended (exit code 1) before it was ready; its output is above.\n');
});

it('does not restart a hanging process when liveness checks are disabled', async () => {
  const launcher = await launch({ DATA_DIR: join(folder, 'left'), LIVENESS_SECONDS: '0' });
  expect(await launcher.isReady()).toBe(true);
  const operations = portsOf(join(folder, 'left')).map((port) => `http://127.0.0.1:${port}/break`);
  for (const url of operations) await fetch(url);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(launcher.output()).not.toContain('restarts in');
});

it('stops gracefully before it is ready', async () => {
  const launcher = await launch({ DATA_DIR: join(folder, 'early') });
  expect(await waitUntil(() => launcher.output().includes('Preparing the databases'), { deadlineMs: 60_000 })).toBe(
    true,
  );
  launcher.process.kill('SIGINT');
  expect(await launcher.ended()).not.toBeNull();
  expect(launcher.output()).toMatch(/Stopped/);
});
