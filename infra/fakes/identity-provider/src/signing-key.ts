import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';

/** An RSA key of the provider, also in JWK form. */
export interface SigningKey {
  readonly key: KeyObject;
  readonly jwk: Readonly<Record<string, unknown>>;
}

export function newSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return { key, jwk: { ...key.export({ format: 'jwk' }), kid: randomUUID(), alg: 'RS256', use: 'sig' } };
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** @returns a JWT signed with RS256, or unsigned when `key` is null */
export function writeToken(header: object, payload: object, key: KeyObject | null): string {
  const body = `${encoded(header)}.${encoded(payload)}`;
  return `${body}.${key ? sign('sha256', Buffer.from(body), key).toString('base64url') : ''}`;
}

/** @returns a JWT's header and payload, without verifying it */
export function readToken(token: string): { header: Record<string, unknown>; payload: Record<string, unknown> } {
  const [header, payload] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString('utf8'));
  return { header: JSON.parse(header ?? ''), payload: JSON.parse(payload ?? '') };
}
