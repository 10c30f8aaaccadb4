import type { EntityManager } from '@nightshelf/platform';

/** A kind of access to an account that somebody may have got before the owner of its address came. */
export interface Claim {
  /** Takes all of it from the user, within the transaction in which the address is proven. @returns how many there were */
  end(em: EntityManager, userId: string): Promise<number>;
}

/**
 * Ends every access to an account that was got before anybody had shown that its address is theirs: whoever opened it
 * may have typed another's. Called with the first proof, when that comes by the address alone.
 * @returns how much there was
 */
export async function endBeforeProof(em: EntityManager, claims: readonly Claim[], userId: string): Promise<number> {
  let ended = 0;
  for (const claim of claims) ended += await claim.end(em, userId);
  return ended;
}
