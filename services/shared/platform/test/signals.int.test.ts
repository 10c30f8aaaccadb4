import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

const fixture = new URL('fixtures/stopping-process.ts', import.meta.url).pathname;

test.each([
  ['a signal at the moment it has started', { EXIT_WITH_PARENT: '0' }],
  ['the end of its parent during the start', { EXIT_WITH_PARENT: '1' }],
])('a process stops after %s', async (_, given) => {
  const env = { ...process.env, ...given };
  const started = spawn(process.execPath, [fixture], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  onTestFinished(() => void started.kill('SIGKILL'));
  if (given.EXIT_WITH_PARENT === '1') started.disconnect();
  const [output, ended] = await Promise.all([text(started.stdout as Readable), once(started, 'exit')]);
  expect([output, ended]).toEqual(['stops\n', [0, null]]);
});
