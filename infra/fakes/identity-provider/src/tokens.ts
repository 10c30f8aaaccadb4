import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';

/** An RSA key of the provider, also in JWK form. */
export interface SigningKey {
  readonly key: KeyObject;
  readonly jwk: Readonly<Record<string, unknown>>;
}

export function newSigningKey(): SigningKey {
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { key, jwk: { ...key.export({ format: 'jwk' }), kid: randomUUID(), alg: 'RS256', use: 'sig' } };
}

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

const wrongClaims: Readonly<Partial<Record<TokenFault, object>>> = {
  'wrong-issuer': { iss: 'https://elsewhere.example' },
  'wrong-audience': { aud: 'another-client' },
  'wrong-nonce': { nonce: 'of-another-sign-in' },
  'no-nonce': { nonce: undefined },
  expired: { iat: 1_000_000_000, exp: 1_000_003_600 },
};

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns the ID token with one fault, signed by the provider's key unless the fault concerns the signature. */
export function spoil(idToken: string, fault: TokenFault, own: SigningKey): string {
  const [header = {}, payload] = idToken
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as object);
  const isUnsigned = fault === 'alg-none';
  const body = `${encoded(isUnsigned ? { alg: 'none' } : header)}.${encoded({ ...payload, ...wrongClaims[fault] })}`;
  const key = fault === 'foreign-key' ? newSigningKey().key : own.key;
  return `${body}.${isUnsigned ? '' : sign('sha256', Buffer.from(body), key).toString('base64url')}`;
}
