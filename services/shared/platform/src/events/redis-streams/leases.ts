import type { Redis } from 'ioredis';
import type { Keys } from './keys.ts';
import { beatScript, claimScript, releaseScript } from './scripts.ts';

export interface LeasesOptions {
  readonly redis: Redis;
  readonly keys: Keys;
  readonly group: string;
  readonly member: string;
  readonly topics: ReadonlyMap<string, number>;
  readonly leaseMs: number;
}

export type Claim = 'denied' | 'renewed' | 'taken';

export interface LeaseName {
  readonly lease: string;
  readonly topic: string;
}

const claims: readonly Claim[] = ['denied', 'renewed', 'taken'];
/** Milliseconds after which Redis forgets a lease that nobody has wanted. */
const forgottenMs = 60_000;

/**
 * A consumer's signs of life and the leases that it holds, which are free when it is dead: when its last sign is too old
 * by the server's clock, or, as that may be set back, has not changed for that long by the clock of whoever looks.
 */
export class Leases {
  readonly #options: LeasesOptions;
  readonly #seen = new Map<string, { readonly sign: string; readonly at: number }>();
  #beats = 0;

  constructor(options: LeasesOptions) {
    this.#options = options;
  }

  /** Gives a sign of life. @returns the live members of each topic, in the order of the topics */
  async beat(): Promise<readonly (readonly string[])[]> {
    const { redis, member, leaseMs } = this.#options;
    const keys = this.#memberKeys();
    const now = performance.now();
    const dead = [...this.#seen].filter(([, { at }]) => now - at > leaseMs).flatMap(([name, { sign }]) => [name, sign]);
    this.#beats += 1;
    const args = [member, this.#beats, leaseMs, ...dead];
    const answer = (await redis.eval(beatScript, keys.length, ...keys, ...args)) as string[][];
    const current = new Set<string>();
    const live = answer.map((flat) => {
      const members: string[] = [];
      for (let at = 0; at + 1 < flat.length; at += 2) {
        const [name = '', sign = ''] = [flat[at], flat[at + 1]];
        members.push(name);
        if (name === member) continue;
        current.add(name);
        // The same sign for all of its topics.
        this.#notice(name, sign, now);
      }
      return members;
    });
    for (const name of this.#seen.keys()) if (!current.has(name)) this.#seen.delete(name);
    return live;
  }

  /** Renews what is ours and takes what is free. */
  async claim(leases: readonly LeaseName[]): Promise<readonly Claim[]> {
    if (leases.length === 0) return [];
    const { redis, keys, group, member } = this.#options;
    const names = leases.flatMap(({ lease, topic }) => [lease, keys.members(group, topic)]);
    const answers = (await redis.eval(claimScript, names.length, ...names, member, forgottenMs)) as number[];
    return answers.map((answer) => claims[answer] ?? 'denied');
  }

  async release(leases: readonly string[]): Promise<void> {
    if (leases.length > 0)
      await this.#options.redis.eval(releaseScript, leases.length, ...leases, this.#options.member);
  }

  /** Gives everything back and is no member any more. */
  async leave(leases: readonly string[]): Promise<void> {
    await this.release(leases);
    await Promise.all(this.#memberKeys().map((key) => this.#options.redis.hdel(key, this.#options.member)));
  }

  #notice(name: string, sign: string, now: number): void {
    if (this.#seen.get(name)?.sign !== sign) this.#seen.set(name, { sign, at: now });
  }

  #memberKeys(): string[] {
    const { keys, group, topics } = this.#options;
    return [...topics.keys()].map((topic) => keys.members(group, topic));
  }
}
