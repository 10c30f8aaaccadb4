import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Redis as Server, startRedis } from '@nightshelf/servers';
import { waitUntil } from '@nightshelf/servers/process/wait-until.ts';
import { Redis } from 'ioredis';
import { Wire } from './wire.ts';

/** A snapshot older than this many is forgotten. */
const snapshotsKept = 4;
const appendOnly = 'appendonlydir';

/** The durable Redis: one server behind a wire, which a replica can take over from, and snapshots to go back to. */
export class RedisPair {
  readonly #folder: string;
  readonly wire: Wire;
  readonly #onDeath: () => void;
  #current: Server;
  #directory: string;
  #count = 1;
  #snapshots: string[] = [];

  private constructor(folder: string, directory: string, server: Server, wire: Wire, onDeath: () => void) {
    this.#folder = folder;
    this.#directory = directory;
    this.#current = server;
    this.wire = wire;
    this.#onDeath = onDeath;
    server.onUnexpectedExit = onDeath;
  }

  static async start(folder: string, onDeath: () => void): Promise<RedisPair> {
    const directory = join(folder, 'server-1');
    mkdirSync(folder, { recursive: true });
    const server = await startRedis({ directory, role: 'durable', throwAway: true });
    let pair: RedisPair | undefined;
    const wire = await Wire.start(() => pair?.server.port);
    pair = new RedisPair(folder, directory, server, wire, onDeath);
    // One append-only file that only grows: what is copied of it is what there was.
    await pair.ask((redis) => redis.config('SET', 'auto-aof-rewrite-percentage', '0'));
    return pair;
  }

  get server(): Server {
    return this.#current;
  }

  /** As clients reach it: through the wire. */
  get url(): string {
    const url = new URL(this.#current.url);
    url.port = String(this.wire.port);
    return url.href;
  }

  /** Past the wire. */
  async ask<Result>(act: (redis: Redis) => Promise<Result>, url = this.#current.url): Promise<Result> {
    const redis = new Redis(url, { maxRetriesPerRequest: 3, retryStrategy: (attempt) => Math.min(attempt * 50, 500) });
    redis.on('error', () => undefined);
    try {
      return await act(redis);
    } finally {
      redis.disconnect();
    }
  }

  /** Keeps what it holds now, to come back to. */
  takeSnapshot(): void {
    const from = join(this.#directory, appendOnly);
    if (!existsSync(from)) return;
    this.#count += 1;
    const snapshot = join(this.#folder, `snapshot-${this.#count}`);
    cpSync(from, snapshot, { recursive: true });
    this.#snapshots.push(snapshot);
    for (const old of this.#snapshots.splice(0, Math.max(0, this.#snapshots.length - snapshotsKept))) {
      rmSync(old, { recursive: true, force: true });
    }
  }

  /** Killed, and back with what it held a while ago. */
  async goBack(): Promise<void> {
    await this.#current.kill('SIGKILL');
    const snapshot = this.#snapshots[0];
    const place = join(this.#directory, appendOnly);
    rmSync(place, { recursive: true, force: true });
    if (snapshot) cpSync(snapshot, place, { recursive: true });
    // What came later than the oldest is not its past any more.
    for (const later of this.#snapshots.splice(1)) rmSync(later, { recursive: true, force: true });
    await this.#current.restart();
  }

  /**
   * A replica takes over: what the old one accepts in the last moments is not passed on.
   * @param lagMs for how long the old one still serves after the replica has heard from it last
   */
  async failOver(lagMs: number): Promise<void> {
    const old = this.#current;
    this.#count += 1;
    const directory = join(this.#folder, `server-${this.#count}`);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const password = decodeURIComponent(new URL(old.url).password);
    writeFileSync(join(directory, 'password'), password, { mode: 0o600 });
    const next = await startRedis({ directory, role: 'durable', throwAway: true });
    await this.ask(async (redis) => {
      await redis.config('SET', 'auto-aof-rewrite-percentage', '0');
      await redis.config('SET', 'masterauth', password);
      await redis.replicaof('127.0.0.1', old.port);
      const synchronised = await waitUntil(
        async () => (await redis.info('replication')).includes('master_link_status:up'),
        { deadlineMs: 20_000 },
      );
      await redis.call('REPLICAOF', 'NO', 'ONE');
      if (!synchronised) throw new Error('The replica of Redis did not catch up');
    }, next.url).catch(async (error: unknown) => {
      await next.stop();
      throw error;
    });
    await new Promise((resolve) => setTimeout(resolve, lagMs));
    old.onUnexpectedExit = null;
    next.onUnexpectedExit = this.#onDeath;
    this.#current = next;
    this.#directory = directory;
    this.wire.reset();
    await old.kill('SIGKILL');
    await old.stop();
  }

  async stop(): Promise<void> {
    await this.wire.stop();
    await this.#current.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
