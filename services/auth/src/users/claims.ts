import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';

/** A kind of access to an account, besides password and sessions, that someone other than the owner may have set up. */
export interface Claim {
  /**
   * `taken back`: ends whenever the owner recovers the account by mail. `first proven`: ends only when the address is
   * first verified, because the person who opened the account may have typed another person's address.
   */
  readonly endsWhen: 'taken back' | 'first proven';
  /** Revokes all of it in the caller's transaction. @returns the number revoked */
  end(em: EntityManager, userId: string, client: Client): Promise<number>;
}

/** Ends the claims of this kind. @returns the number ended */
export async function endClaims(
  em: EntityManager,
  claims: readonly Claim[],
  when: Claim['endsWhen'],
  { userId, client }: { readonly userId: string; readonly client: Client },
): Promise<number> {
  let ended = 0;
  for (const claim of claims) if (claim.endsWhen === when) ended += await claim.end(em, userId, client);
  return ended;
}
