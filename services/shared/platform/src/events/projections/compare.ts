import type { Fingerprint } from './fingerprint.ts';

/**
 * How a copy differs from its owner's data.
 * - `missing`: no copy, or a removal that the consumer did not receive
 * - `older`, `newer`: the consumer has another version
 * - `changed`: the same version with other content
 * - `ghost`: a copy that the owner does not have (any more)
 */
export type Difference = 'missing' | 'older' | 'newer' | 'changed' | 'ghost';

/**
 * @param owner undefined when the owner does not know the subject
 * @param own the consumer's copy
 */
export function compare(owner: Fingerprint | undefined, own: Fingerprint): Difference | null {
  if (!owner) return own.hash === null ? null : 'ghost';
  if (owner.hash === null) {
    if (own.hash !== null) return 'ghost';
    return own.version < owner.version ? 'missing' : null;
  }
  if (own.hash === null) return 'missing';
  if (own.version !== owner.version) return own.version < owner.version ? 'older' : 'newer';
  return own.hash === owner.hash ? null : 'changed';
}

export const isSame = (a: Fingerprint | undefined, b: Fingerprint | undefined) =>
  a?.version === b?.version && a?.hash === b?.hash;
