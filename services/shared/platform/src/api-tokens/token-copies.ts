import { tokenScope } from '@nightshelf/contracts/api-tokens.ts';
import { id } from '@nightshelf/contracts/fields.ts';
import { z } from 'zod';
import type { RedisClient } from '../redis/client.ts';

/** Who an API token speaks for, and what it may do. */
const tokenHolder = z.object({
  token_id: id,
  user_id: id,
  username: z.string(),
  scopes: z.array(tokenScope),
  /** Milliseconds since 1970. */
  ends_at: z.number(),
});

export type TokenHolder = z.infer<typeof tokenHolder>;

/** Where the gateway asks auth for a token by its hash; not reached from outside, since the gateway routes nothing to it. */
export const tokenLookupPath = (hash: string) => `/internal/api-tokens/${hash}`;

export const tokenLookupAnswer = z.object({ token: tokenHolder.nullable() });

/** In milliseconds. */
const keptMs = 60 * 60_000;

/** How long a copy is good without asking auth again, in milliseconds: what was revoked is refused after that at the latest. */
const freshMs = 3000;

const keyOf = (hash: string) => `api-token:${hash}`;

/** What auth has last said of a token, in durable Redis for all gateways. Auth's database is the truth. */
export class TokenCopies {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /**
   * @param hash of the token's secret
   * @returns null when there is no copy; `isFresh` tells whether auth has said so just now, by Redis' own clock
   * @throws when Redis is away
   */
  async find(hash: string): Promise<{ readonly holder: TokenHolder; readonly isFresh: boolean } | null> {
    const [kept, leftMs] = await Promise.all([this.#redis.get(keyOf(hash)), this.#redis.pttl(keyOf(hash))]);
    const holder = kept === null ? undefined : tokenHolder.safeParse(JSON.parse(kept)).data;
    return holder ? { holder, isFresh: leftMs > keptMs - freshMs } : null;
  }

  async keep(hash: string, holder: TokenHolder): Promise<void> {
    await this.#redis.set(keyOf(hash), JSON.stringify(holder), 'PX', keptMs);
  }

  async forget(hash: string): Promise<void> {
    await this.#redis.del(keyOf(hash));
  }
}
