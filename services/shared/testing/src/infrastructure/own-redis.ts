import { type Redis as Server, startRedis } from '@nightshelf/servers';
import { withRedis } from '@nightshelf/servers/redis.ts';
import type { Redis } from 'ioredis';
import { closeAfterTests } from '../close-after-tests.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A Redis server for a single test or file, which may pause, end, restart and fill it. */
export class OwnRedis {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<OwnRedis> {
    const server = await startRedis({ directory: temporaryFolder(), role: 'cache', throwAway: true });
    closeAfterTests(() => server.stop());
    return new OwnRedis(server);
  }

  get url(): string {
    return this.#server.url;
  }

  /** Starts it empty on the same port. */
  start(): Promise<void> {
    return this.#server.restart();
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    void this.#server.kill(signal);
  }

  end(): Promise<void> {
    return this.#server.kill('SIGKILL');
  }

  /** From now on Redis refuses every command that needs memory. */
  async fill(): Promise<void> {
    await this.with((redis) => redis.config('SET', 'maxmemory-policy', 'noeviction', 'maxmemory', '1'));
  }

  async empty(): Promise<void> {
    await this.with((redis) => redis.config('SET', 'maxmemory', '0'));
  }

  with<Result>(act: (redis: Redis) => Promise<Result>): Promise<Result> {
    return withRedis(this.url, act);
  }
}
