import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';

/** A kind of access to an account that somebody else than its owner may have got, beside its password and its sessions. */
export interface Claim {
  /**
   * When it ends: whenever the owner takes the account back by mail (a new password, an address that is kept), since whoever
   * had it may have made it; or only with the first proof that the address is theirs, since whoever opened the account may
   * have typed another's.
   */
  readonly endsWhen: 'taken back' | 'first proven';
  /** Takes all of it from the user, within the transaction of that. @returns how many there were */
  end(em: EntityManager, userId: string, client: Client): Promise<number>;
}

/** Ends every access of its kind. @returns how much there was */
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
