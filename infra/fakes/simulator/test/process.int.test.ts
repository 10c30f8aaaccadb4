import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

const run = (environment: Record<string, string>) =>
  spawn(process.execPath, [main], { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });

it('prints its address, responds, and exits on SIGTERM', async () => {
  const child = run({ PORT: '0', GIANTBOMB_API_KEY: 'secret' });
  const [line] = await once(child.stdout, 'data');
  const [url] = /http:\S+/.exec(String(line)) ?? [];
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
  const headers = { 'user-agent': 'Nightshelf-Tests/1.0' };
  const games = (key: string) => fetch(`${url}/api/games?format=json&limit=1&api_key=${key}`, { headers });
  expect((await games('secret')).status).toBe(200);
  expect((await games('simulator')).status).toBe(401);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('rejects an invalid port', async () => {
  const child = run({ PORT: 'many' });
  const [output, [code]] = await Promise.all([once(child.stderr, 'data'), once(child, 'exit')]);
  expect(String(output)).toContain('main.ts');
  expect(code).not.toBe(0);
});
