import { hashOfSecret, isTokenSecret } from '@nightshelf/platform/api-tokens/secret.ts';
import {
  type TokenCopies,
  type TokenHolder,
  tokenLookupAnswer,
  tokenLookupPath,
} from '@nightshelf/platform/api-tokens/token-copies.ts';
import type { Upstreams } from './forwarding/upstreams.ts';
import type { Holder } from './http/exchange.ts';

const maxKnown = 20_000;

/**
 * Finds API tokens in Redis, or asks auth when the copy is missing or a few seconds old. Copies stay valid for an hour
 * while auth is down, since no token can be revoked then.
 */
export class ApiTokens {
  readonly #copies: TokenCopies;
  readonly #upstreams: Upstreams;
  /** Requests to auth in flight, so that each token has one at a time. */
  readonly #lookups = new Map<string, Promise<TokenHolder | null>>();
  readonly #known = new Set<string>();

  constructor(copies: TokenCopies, upstreams: Upstreams) {
    this.#copies = copies;
    this.#upstreams = upstreams;
  }

  /** Returns whether the token was valid at its last lookup in this process. */
  isKnown(secret: string): boolean {
    return this.#known.has(hashOfSecret(secret));
  }

  /** Returns null for an invalid or ended token. Throws when neither Redis nor auth responds. */
  async find(secret: string): Promise<Holder | null> {
    if (!isTokenSecret(secret)) return null;
    const hash = hashOfSecret(secret);
    const copy = await this.#copies.find(hash);
    const found = copy?.isFresh ? copy.holder : await this.#lookUp(hash, copy?.holder);
    const holder = found && found.ends_at > Date.now() ? found : null;
    this.#remember(hash, holder !== null);
    if (!holder) return null;
    const { token_id, user_id: userId, username, scopes } = holder;
    return { id: `token:${token_id}`, userId, username, scopes };
  }

  /** @param copy the fallback when auth does not respond */
  async #lookUp(hash: string, copy: TokenHolder | undefined): Promise<TokenHolder | null> {
    let lookup = this.#lookups.get(hash);
    if (!lookup) {
      lookup = this.#read(hash).finally(() => this.#lookups.delete(hash));
      this.#lookups.set(hash, lookup);
    }
    try {
      return await lookup;
    } catch (error) {
      if (copy) return copy;
      throw error;
    }
  }

  async #read(hash: string): Promise<TokenHolder | null> {
    return tokenLookupAnswer.parse(await this.#upstreams.read('auth', tokenLookupPath(hash))).token;
  }

  #remember(hash: string, isRight: boolean): void {
    if (!isRight) this.#known.delete(hash);
    else {
      if (this.#known.size >= maxKnown) this.#known.clear();
      this.#known.add(hash);
    }
  }
}
