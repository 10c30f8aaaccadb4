import { hashOfSecret, isTokenSecret } from '@nightshelf/platform/api-tokens/secret.ts';
import {
  type TokenCopies,
  type TokenHolder,
  tokenLookupAnswer,
  tokenLookupPath,
} from '@nightshelf/platform/api-tokens/token-copies.ts';
import type { Upstreams } from '../forwarding/upstreams.ts';
import type { Holder } from '../http/exchange.ts';

/** Hashes that are remembered as having been right. */
const maxKnown = 20_000;

/**
 * API tokens, as auth last said in Redis or says when it is asked: a few seconds after that at the latest what was revoked
 * is refused, and a Redis that was emptied is filled by asking. While auth is away nobody can revoke anything, and what it
 * said within the last hour goes on being believed.
 */
export class ApiTokens {
  readonly #copies: TokenCopies;
  readonly #upstreams: Upstreams;
  /** One question at a time for each token. */
  readonly #asked = new Map<string, Promise<TokenHolder | null>>();
  readonly #known = new Set<string>();

  constructor(copies: TokenCopies, upstreams: Upstreams) {
    this.#copies = copies;
    this.#upstreams = upstreams;
  }

  /** Whether it was right when it was last looked for here. */
  isKnown(secret: string): boolean {
    return this.#known.has(hashOfSecret(secret));
  }

  /** @returns null for what is no token, or no longer. @throws when neither Redis nor auth can tell */
  async find(secret: string): Promise<Holder | null> {
    if (!isTokenSecret(secret)) return null;
    const hash = hashOfSecret(secret);
    const copy = await this.#copies.find(hash);
    const found = copy?.isFresh ? copy.holder : await this.#ask(hash, copy?.holder);
    const holder = found && found.ends_at > Date.now() ? found : null;
    this.#remember(hash, holder !== null);
    if (!holder) return null;
    const { token_id, user_id: userId, username, scopes } = holder;
    return { id: `token:${token_id}`, userId, username, scopes };
  }

  /** @param copy believed when auth does not answer */
  async #ask(hash: string, copy: TokenHolder | undefined): Promise<TokenHolder | null> {
    let asked = this.#asked.get(hash);
    if (!asked) {
      asked = this.#read(hash).finally(() => this.#asked.delete(hash));
      this.#asked.set(hash, asked);
    }
    try {
      return await asked;
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
