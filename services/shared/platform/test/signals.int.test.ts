import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

test('a signal at the moment a process has started stops it', async () => {
  const fixture = new URL('fixtures/just-started-process.ts', import.meta.url).pathname;
  const started = spawn(process.execPath, [fixture], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void started.kill('SIGKILL'));
  const [output, ended] = await Promise.all([text(started.stdout), once(started, 'exit')]);
  expect([output, ended]).toEqual(['stops\n', [0, null]]);
});
