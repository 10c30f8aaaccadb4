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

const claims: readonly Claim[] = ['denied', 'renewed', 'taken'];

/** A consumer's signs of life and the leases that it holds, all of which run out when it dies. */
export class Leases {
  readonly #options: LeasesOptions;

  constructor(options: LeasesOptions) {
    this.#options = options;
  }

  /** Gives a sign of life. @returns the live members of each topic, in the order of the topics */
  async beat(): Promise<readonly (readonly string[])[]> {
    const { redis, member, leaseMs } = this.#options;
    const keys = this.#memberKeys();
    return (await redis.eval(beatScript, keys.length, ...keys, member, leaseMs)) as string[][];
  }

  /** Renews what is ours and takes what is free. */
  async claim(leases: readonly string[]): Promise<readonly Claim[]> {
    if (leases.length === 0) return [];
    const { redis, member, leaseMs } = this.#options;
    const answers = (await redis.eval(claimScript, leases.length, ...leases, member, leaseMs)) as number[];
    return answers.map((answer) => claims[answer] ?? 'denied');
  }

  async release(leases: readonly string[]): Promise<void> {
    if (leases.length > 0)
      await this.#options.redis.eval(releaseScript, leases.length, ...leases, this.#options.member);
  }

  /** Gives everything back and is no member any more. */
  async leave(leases: readonly string[]): Promise<void> {
    await this.release(leases);
    await Promise.all(this.#memberKeys().map((key) => this.#options.redis.zrem(key, this.#options.member)));
  }

  #memberKeys(): string[] {
    const { keys, group, topics } = this.#options;
    return [...topics.keys()].map((topic) => keys.members(group, topic));
  }
}
