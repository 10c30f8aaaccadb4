import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { closeAfterTests } from '@nightshelf/testing/close-after-tests.ts';

export interface Instances {
  readonly url: string;
  /** Kills the older process with SIGKILL once both are running; a new one takes its place. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts two processes of a service behind one address, as in a cluster. They record their work by key in Redis. */
export async function startInstances(redisUrl: string): Promise<Instances> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'instances-process.ts'), {
    env: { PATH: process.env.PATH ?? '', REDIS_URL: redisUrl },
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    kill: async () => {
      const replaced = once(child, 'message');
      child.send('kill');
      await replaced;
    },
    stop: closeAfterTests(async () => {
      const exit = once(child, 'exit');
      child.disconnect();
      await exit;
    }),
  };
}
