import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { ApiClient, until } from '@nightshelf/testing';
import { expect, onTestFinished, test } from 'vitest';
import { form, password } from './people.ts';
import { startAuth } from './setup.ts';

const main = new URL('../src/main.ts', import.meta.url).pathname;

test('serves requests, logs no secrets at any level and exits cleanly', async () => {
  const service = await startAuth();
  const child = spawn(process.execPath, [main], { env: { ...process.env, ...service.env, LOG_LEVEL: 'trace' } });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
  const exited = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = await until('it has started', () => /"url":"(http:[^"]+)"/.exec(log)?.[1], 60_000);
  const api = new ApiClient(url);
  const given = form();
  await api.call(authCalls.register, { body: given });
  await api.attempt(authCalls.register, { body: given });
  await api.attempt(authCalls.register, { body: form({ email: 'not-an-address', username: '' }) });
  await api.call(authCalls.login, { body: { username_or_email: given.email, password } });
  await api.attempt(authCalls.login, { body: { username_or_email: given.email, password: 'Wrong#Password1' } });
  await api.send('POST', '/api/auth/login', { body: `{"password":"${password}"` });
  child.kill('SIGTERM');
  const [code] = await exited;
  expect(code).toBe(0);
  expect(log).toContain('Started');
  for (const secret of [password, 'Wrong#Password1', given.email, 'not-an-address', '$argon2id']) {
    expect(log).not.toContain(secret);
  }
});
