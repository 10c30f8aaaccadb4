import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';

const asFirst = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child'];
const canBeFirst = spawnSync('unshare', [...asFirst, 'true']).status === 0;

test.skipIf(!canBeFirst)(
  'a container that waits for its schema ends on SIGTERM, although Linux does not deliver that to its first process',
  async () => {
    const fixture = new URL('fixtures/starting-process.ts', import.meta.url).pathname;
    const container = spawn('unshare', [...asFirst, process.execPath, fixture], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void container.kill('SIGKILL'));
    const ended = once(container, 'exit');
    await once(container.stdout, 'data');
    const first = Number(readFileSync(`/proc/${container.pid}/task/${container.pid}/children`, 'utf8'));
    process.kill(first, 'SIGTERM');
    expect(await ended).toEqual([143, null]);
  },
);
