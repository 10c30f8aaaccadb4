import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '@nightshelf/servers';
import { withRedis } from '@nightshelf/servers/redis.ts';
import type { Redis } from 'ioredis';
import { closeAfterTests } from '../close-after-tests.ts';
import { until } from '../until.ts';

/** A Redis server for a single test or file, which may pause, end, restart and fill it. Never evicts. */
export class OwnRedis {
  readonly url: string;
  readonly #port: number;
  #server: ChildProcess | null = null;

  private constructor(port: number) {
    this.#port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async start(): Promise<OwnRedis> {
    const redis = new OwnRedis(await freePort());
    await redis.start();
    closeAfterTests(() => redis.end());
    return redis;
  }

  /** Starts it empty on the same port. */
  async start(): Promise<void> {
    const settings = ['--port', String(this.#port), '--bind', '127.0.0.1', '--save', ''];
    this.#server = spawn('redis-server', settings, { stdio: 'ignore' });
    await this.with((redis) => until('Redis answers', () => redis.ping()));
  }

  signal(signal: NodeJS.Signals): void {
    this.#server?.kill(signal);
  }

  async end(): Promise<void> {
    if (!this.#server) return;
    const ended = once(this.#server, 'exit');
    this.#server.kill('SIGKILL');
    await ended;
    this.#server = null;
  }

  /** From now on Redis refuses every command that needs memory. */
  async fill(): Promise<void> {
    await this.with((redis) => redis.config('SET', 'maxmemory', '1'));
  }

  async empty(): Promise<void> {
    await this.with((redis) => redis.config('SET', 'maxmemory', '0'));
  }

  with<Result>(act: (redis: Redis) => Promise<Result>): Promise<Result> {
    return withRedis(this.url, act);
  }
}
