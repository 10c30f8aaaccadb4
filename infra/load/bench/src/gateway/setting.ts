import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { createLogger } from '@nightshelf/platform/logging/logger.ts';
import { connectRedis } from '@nightshelf/platform/redis/connect.ts';
import { sessionCookieName } from '@nightshelf/platform/sessions/cookie.ts';
import { SessionStore } from '@nightshelf/platform/sessions/session-store.ts';
import { freePort } from '@nightshelf/servers';
import { startProcess, stopProcess } from './processes.ts';

/** A running gateway. */
export interface Server {
  readonly url: string;
  readonly pid: number;
}

/** What the bench runs against: one backend, behind express-gateway as it comes and behind the product's gateway. */
export interface Setting {
  readonly stock: Server;
  readonly gateway: Server;
  /** Cookie headers, each of a session of its own. */
  readonly cookies: readonly string[];
  stop(): Promise<void>;
}

const file = (path: string) => join(import.meta.dirname, path);

/**
 * @param users number of sessions to begin
 * @param root of the checkout whose gateway it is
 */
export async function startSetting(users: number, root = checkoutRoot): Promise<Setting> {
  const children: ChildProcess[] = [];
  const start = async (command: (port: number) => string[], env: Record<string, string> = {}) => {
    const port = await freePort();
    const child = await startProcess(command(port), port, { PORT: String(port), ...env });
    children.push(child);
    return { port, url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 };
  };
  const stop = async () => {
    await Promise.all(children.map(stopProcess));
  };
  try {
    const script = (path: string) => () => [process.execPath, file(path)];
    const { port: redisPort } = await start((port) => [
      'redis-server',
      '--port',
      String(port),
      '--save',
      '',
      '--appendonly',
      'no',
    ]);
    const redisUrl = `redis://127.0.0.1:${redisPort}`;
    const { url: backendUrl } = await start(script('./backend.ts'));
    const stock = await start(script('./stock.ts'), { BACKEND_URL: backendUrl });
    const gateway = await start(() => [process.execPath, join(root, 'gateway', 'src', 'main.ts')], {
      OPERATIONS_PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
      IDENTITY_SECRET: randomUUID(),
      REDIS_URL: redisUrl,
      REDIS_CACHE_URL: redisUrl,
      RATE_LIMIT_FACTOR: '1000000',
      ...Object.fromEntries(
        ['AUTH', 'LIBRARY', 'CATALOG', 'SOCIAL', 'MEDIA'].map((name) => [`${name}_URL`, backendUrl]),
      ),
    });
    return {
      stock,
      gateway,
      cookies: await beginSessions(redisUrl, users),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function beginSessions(redisUrl: string, users: number): Promise<string[]> {
  const redis = connectRedis(redisUrl, createLogger('bench', 'silent'));
  const sessions = new SessionStore(redis);
  const tokens = await Promise.all(
    Array.from({ length: users }, (_, at) => sessions.begin({ userId: randomUUID(), username: `user_${at}` })),
  );
  redis.disconnect();
  return tokens.map((token) => `${sessionCookieName(false)}=${token}`);
}
