import { type TokenScope, tokenScope } from '@nightshelf/contracts/api-tokens.ts';
import { id } from '@nightshelf/contracts/fields.ts';
import { z } from 'zod';
import { CodedError } from '../errors/coded-error.ts';
import type { RedisClient } from '../redis/client.ts';

/**
 * Refuses an API token whose scopes do not allow the call. Services repeat the gateway's check, so that a request that
 * bypasses the gateway is refused too.
 * @param caller null for an anonymous caller; a session has no `scopes`
 * @throws CodedError 403 `auth.token_scope`
 */
export function refuseToken(
  caller: { readonly scopes?: readonly TokenScope[] } | null,
  call: { readonly scope?: TokenScope } | null,
): void {
  if (!caller?.scopes || (call?.scope && caller.scopes.includes(call.scope))) return;
  throw tokenScopeMissing(call?.scope);
}

/** @param scope the scope that the call needs; undefined when it accepts no token */
export function tokenScopeMissing(scope: TokenScope | undefined): CodedError {
  const message = scope
    ? `This API token may not do that: it needs ${scope}.`
    : 'API tokens cannot do that. Please sign in instead.';
  const challenge = `Bearer error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}`;
  return new CodedError(403, 'auth.token_scope', message, { headers: { 'www-authenticate': challenge } });
}

/** The user that an API token acts for, and its scopes. */
const tokenHolder = z.object({
  token_id: id,
  user_id: id,
  username: z.string(),
  scopes: z.array(tokenScope),
  /** Milliseconds since 1970. */
  ends_at: z.number(),
});

export type TokenHolder = z.infer<typeof tokenHolder>;

/** Internal path where the gateway asks auth for a token by its hash; the gateway does not route it from outside. */
export const tokenLookupPath = (hash: string) => `/internal/api-tokens/${hash}`;

export const tokenLookupAnswer = z.object({ token: tokenHolder.nullable() });

const keptMs = 60 * 60_000;

/** How long the gateway trusts a copy without asking auth: the longest delay of a revocation. */
const freshMs = 3000;

const keyOf = (hash: string) => `api-token:${hash}`;

/**
 * Auth's last response for each token, in the durable Redis that all gateways share; auth's database is authoritative.
 */
export class TokenCopies {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /**
   * @param hash of the token's secret
   * @returns null when there is no copy; `isFresh` by the clock of Redis
   * @throws when Redis is unavailable
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
