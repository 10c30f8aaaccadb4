import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { freePort } from '@nightshelf/servers/process/free-port.ts';
import { commandLineOf, identify, isRunning } from '@nightshelf/servers/process/process-identity.ts';
import { waitUntil } from '@nightshelf/servers/process/wait-until.ts';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { afterEach, expect, it } from 'vitest';

const folder = temporaryFolder();
const launched = new Set<ChildProcess>();

afterEach(async () => {
  for (const launcher of launched) {
    if (launcher.exitCode !== null || launcher.signalCode !== null) continue;
    launcher.kill('SIGTERM');
    await once(launcher, 'exit');
  }
  launched.clear();
});

interface Launched {
  readonly process: ChildProcess;
  readonly url: string;
  said(): string;
  isReady(): Promise<boolean>;
  /** @returns its exit code */
  ended(): Promise<number | null>;
}

async function launch(env: Record<string, string>): Promise<Launched> {
  const port = env.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures', 'launch.ts')], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: port, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  launched.add(child);
  let said = '';
  const exit = once(child, 'close');
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  return {
    process: child,
    url: `http://localhost:${port}`,
    said: () => said,
    isReady: () => waitUntil(() => said.includes('is ready'), { deadlineMs: 100_000 }),
    ended: async () => (await exit)[0],
  };
}

/** What a process has started and not ended: ports would say less, since another process may listen on them by then. */
function childrenOf(pid: number | undefined) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return children.map((child) => identify(Number(child))).filter((child) => child !== null);
}

/** Every port on which a process of the product listens. */
function portsOf(dataDir: string): number[] {
  const environments = readFileSync(join(dataDir, 'environment.json'), 'utf8');
  return [...environments.matchAll(/"(?:PORT|OPERATIONS_PORT)": "(\d+)"/g)].map(([, port]) => Number(port));
}

it('says where it is, keeps its secrets to itself, and stops on request', async () => {
  const dataDir = join(folder, 'plain');
  const launcher = await launch({ DATA_DIR: dataDir });
  expect(await launcher.isReady()).toBe(true);
  expect(launcher.said()).toContain(`Nightshelf is ready: ${launcher.url}\n`);
  expect((await fetch(launcher.url)).ok).toBe(true);
  expect(statSync(join(dataDir, 'environment.json')).mode & 0o777).toBe(0o600);
  launcher.process.kill('SIGTERM');
  expect(await launcher.ended()).toBe(0);
  await expect(fetch(launcher.url)).rejects.toThrow();
});

it('leaves nothing behind when it is killed, and starts again on the same data', async () => {
  const dataDir = join(folder, 'killed');
  const first = await launch({ DATA_DIR: dataDir });
  expect(await first.isReady()).toBe(true);
  const started = childrenOf(first.process.pid);
  // Two Redis and a PostgreSQL, five services and the gateway.
  expect(started.length).toBeGreaterThanOrEqual(9);
  first.process.kill('SIGKILL');
  await first.ended();
  const left = () => started.filter(isRunning).map(({ pid }) => commandLineOf(pid));
  await expect.poll(left, { timeout: 60_000, interval: 200 }).toEqual([]);

  const second = await launch({ DATA_DIR: dataDir });
  expect(await second.isReady()).toBe(true);
}, 300_000);

it('refuses a data folder that another launcher uses', async () => {
  const dataDir = join(folder, 'shared');
  const first = await launch({ DATA_DIR: dataDir });
  expect(await first.isReady()).toBe(true);
  const second = await launch({ DATA_DIR: dataDir });
  expect(await second.ended()).toBe(1);
  expect(second.said()).toBe(
    `Another launcher (process ${first.process.pid}) uses ${dataDir}. Stop that one, or set DATA_DIR to another folder.\n`,
  );
  expect((await fetch(first.url)).ok).toBe(true);
});

it('is not hindered by the lock of a launcher that is gone', async () => {
  const dataDir = join(folder, 'stale');
  const first = await launch({ DATA_DIR: dataDir });
  expect(await first.isReady()).toBe(true);
  first.process.kill('SIGTERM');
  await first.ended();
  // The same number, given to another process since.
  writeFileSync(join(dataDir, 'launcher.lock'), JSON.stringify({ pid: process.pid, started: 'long ago' }));
  const second = await launch({ DATA_DIR: dataDir });
  expect(await second.isReady()).toBe(true);
}, 300_000);

it('refuses a port that is in use', async () => {
  const port = await freePort();
  const occupant = createServer().listen(port, '127.0.0.1');
  await once(occupant, 'listening');
  const launcher = await launch({ DATA_DIR: join(folder, 'taken'), PORT: String(port) });
  expect(await launcher.ended()).toBe(1);
  expect(launcher.said()).toBe(`Port ${port} is in use. Stop what listens there, or set PORT to another one.\n`);
  occupant.close();
});

it('names every wrong setting, starts nothing and ends with 78', async () => {
  const launcher = await launch({ EVENT_BUS: 'rabbit', LOG_LEVEL: 'loud' });
  expect(await launcher.ended()).toBe(78);
  expect(launcher.said()).toMatch(/EVENT_BUS must be redis or kafka\n {2}LOG_LEVEL must be/);
});

it('ends with 78 when a process says that its settings are wrong', async () => {
  const dataDir = join(folder, 'wrong');
  const launcher = await launch({ DATA_DIR: dataDir });
  expect(await launcher.isReady()).toBe(true);
  await fetch(`${launcher.url}/exit/78`).catch(() => {});
  expect(await launcher.ended()).toBe(78);
  expect(launcher.said()).toContain('gateway: asked to end with 78');
});

/** The process behind an address. */
const processAt = async (url: string) => Number((await fetch(url)).headers.get('process'));

it.each([
  ['says that it cannot work any more', async (url: string) => void (await fetch(`${url}/break`))],
  ['is stopped', async (url: string) => void process.kill(await processAt(url), 'SIGSTOP')],
])('starts a process again that %s', async (name, harm) => {
  const launcher = await launch({ DATA_DIR: join(folder, name.replaceAll(' ', '-')), LIVENESS_SECONDS: '0.5' });
  expect(await launcher.isReady()).toBe(true);
  const before = await processAt(launcher.url);
  await harm(launcher.url);
  expect(await waitUntil(() => launcher.said().includes('started again'), { deadlineMs: 60_000 })).toBe(true);
  const replaced = async () => (await processAt(launcher.url)) !== before;
  expect(await waitUntil(async () => replaced().catch(() => false), { deadlineMs: 60_000 })).toBe(true);
});

it('leaves a process alone that hangs, when told so', async () => {
  const launcher = await launch({ DATA_DIR: join(folder, 'left'), LIVENESS_SECONDS: '0' });
  expect(await launcher.isReady()).toBe(true);
  const operations = portsOf(join(folder, 'left')).map((port) => `http://127.0.0.1:${port}/break`);
  for (const url of operations) await fetch(url);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(launcher.said()).not.toContain('started again');
});

it('stops in good order even before it is ready', async () => {
  const launcher = await launch({ DATA_DIR: join(folder, 'early') });
  expect(await waitUntil(() => launcher.said().includes('Preparing the databases'), { deadlineMs: 60_000 })).toBe(true);
  launcher.process.kill('SIGINT');
  expect(await launcher.ended()).not.toBeNull();
  expect(launcher.said()).toMatch(/Stopped/);
});
