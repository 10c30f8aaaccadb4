import { newSigningKey, readToken, type SigningKey, writeToken } from './signing-key.ts';

/** Ways in which an ID token can be wrong. */
export const tokenFaults = [
  'wrong-issuer',
  'wrong-audience',
  'wrong-nonce',
  'no-nonce',
  'expired',
  'alg-none',
  'foreign-key',
] as const;

export type TokenFault = (typeof tokenFaults)[number];

/** The provider's current faults; they can change while it runs. */
export interface Faults {
  idToken?: TokenFault | null;
  /** Closes connections without a response. */
  down?: boolean;
  /** Accepts requests and never responds. */
  silent?: boolean;
}

/** Returns the ID token with one fault, signed by the provider's key unless the fault concerns the signature. */
export function spoil(idToken: string, fault: TokenFault, own: SigningKey): string {
  const { header, payload } = readToken(idToken);
  switch (fault) {
    case 'wrong-issuer':
      return writeToken(header, { ...payload, iss: 'https://elsewhere.example' }, own.key);
    case 'wrong-audience':
      return writeToken(header, { ...payload, aud: 'another-client' }, own.key);
    case 'wrong-nonce':
      return writeToken(header, { ...payload, nonce: 'of-another-sign-in' }, own.key);
    case 'no-nonce':
      return writeToken(header, { ...payload, nonce: undefined }, own.key);
    case 'expired':
      return writeToken(header, { ...payload, iat: 1_000_000_000, exp: 1_000_003_600 }, own.key);
    case 'alg-none':
      return writeToken({ alg: 'none' }, payload, null);
    case 'foreign-key':
      return writeToken(header, payload, newSigningKey().key);
  }
}
