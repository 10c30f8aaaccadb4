import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

test('a signal at the moment a process has started stops it', async () => {
  const fixture = new URL('fixtures/just-started-process.ts', import.meta.url).pathname;
  const started = spawn(process.execPath, [fixture], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void started.kill('SIGKILL'));
  const [output, ended] = await Promise.all([text(started.stdout), once(started, 'exit')]);
  expect([output, ended]).toEqual(['stops\n', [0, null]]);
});

test('stops when its parent has ended during the start', async () => {
  const fixture = new URL('fixtures/abandoned-process.ts', import.meta.url).pathname;
  const env = { ...process.env, EXIT_WITH_PARENT: '1' };
  const started = spawn(process.execPath, [fixture], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  onTestFinished(() => void started.kill('SIGKILL'));
  started.disconnect();
  const [output, ended] = await Promise.all([text(started.stdout as Readable), once(started, 'exit')]);
  expect([output, ended]).toEqual(['stops\n', [0, null]]);
});
