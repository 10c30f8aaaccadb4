import type { Fingerprint } from './fingerprint.ts';

/**
 * How a copy differs from what its owner has.
 * - `missing`: no copy, or nothing heard of a removal
 * - `older`, `newer`: the consumer has seen another version
 * - `changed`: the same version, with other content
 * - `ghost`: a copy of what the owner does not have (any more)
 */
export type Difference = 'missing' | 'older' | 'newer' | 'changed' | 'ghost';

/**
 * @param owner undefined when the owner knows nothing of the subject
 * @param own as the consumer has it
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
