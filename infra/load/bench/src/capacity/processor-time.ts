import { readFileSync } from 'node:fs';
import type { RunningProduct } from '@nightshelf/local';
import type pg from 'pg';
import { cpuTimeOf } from '../cpu-time.ts';

/** Milliseconds of processor time, by process of the product, and by database for PostgreSQL's: `postgres library`. */
export type ProcessorTime = ReadonlyMap<string, number>;

interface Backend {
  readonly pid: number;
  readonly of: string;
}

/** Tells what the product used, and takes away what it uses when nobody asks anything of it. */
export class ProcessorClock {
  readonly #product: RunningProduct;
  readonly #admin: pg.Client;
  /** Milliseconds of processor time in each millisecond. */
  #idle: ProcessorTime = new Map();

  constructor(product: RunningProduct, admin: pg.Client) {
    this.#product = product;
    this.#admin = admin;
  }

  /** Learns what is used while nothing is asked. */
  async rest(forMs: number): Promise<void> {
    this.#idle = new Map();
    const { used, took } = await this.during(() => new Promise((resolve) => setTimeout(resolve, forMs)));
    this.#idle = new Map([...used].map(([name, ms]) => [name, ms / took]));
  }

  /** @returns what `act` took beyond idleness, and how long it was, in milliseconds */
  async during(act: () => Promise<unknown>): Promise<{ readonly used: ProcessorTime; readonly took: number }> {
    const before = await this.#now();
    const began = performance.now();
    await act();
    const took = performance.now() - began;
    const after = await this.#now();
    const used = new Map<string, number>();
    for (const [key, { of, ms }] of after) {
      used.set(of, (used.get(of) ?? 0) + ms - (before.get(key)?.ms ?? 0));
    }
    for (const [of, rate] of this.#idle) used.set(of, Math.max(0, (used.get(of) ?? 0) - rate * took));
    return { used, took };
  }

  /** By process: a connection that has come since counts from its beginning, one that has gone is not counted. */
  async #now(): Promise<Map<string, { readonly of: string; readonly ms: number }>> {
    const { processes, redis, redisCache } = this.#product;
    const { rows } = await this.#admin.query<Backend>(
      `select pid, 'postgres ' || coalesce(case when application_name = 'relay' then datname || ' relay' else datname end,
         'itself') as of from pg_stat_activity where pid <> pg_backend_pid()`,
    );
    const all = [
      ...[...processes].map(([of, { child }]) => ({ of: of as string, pid: child.pid ?? 0 })),
      { of: 'redis', pid: redis.pid ?? 0 },
      { of: 'redis', pid: redisCache.pid ?? 0 },
      ...rows,
    ];
    return new Map(all.map(({ of, pid }) => [`${pid} ${of}`, { of, ms: cpuTimeOf(pid) || 0 }]));
  }
}

/** Memory that a process has, in MB (resident). */
export const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
