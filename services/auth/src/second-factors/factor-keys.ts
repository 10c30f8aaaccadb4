import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const derived = (secret: string, use: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `nightshelf second factors: ${use}`, 32));

const cipher = 'aes-256-gcm';

/**
 * Encrypts and hashes the secrets of second factors, so that the database alone does not reveal them. To rotate keys,
 * put a new one in front.
 */
export class FactorKeys {
  readonly #keys: readonly { encryption: Buffer; hashing: Buffer }[];

  /** @param secrets of 32 characters or more, the encrypting one first */
  constructor(secrets: readonly [string, ...string[]]) {
    this.#keys = secrets.map((secret) => ({
      encryption: derived(secret, 'encryption'),
      hashing: derived(secret, 'hashing'),
    }));
  }

  /** @param owner user id; decryption requires the same one. @returns `iv.tag.text`, each in base64url */
  encrypt(text: string, owner: string): string {
    const [first] = this.#keys;
    if (!first) throw new Error('There is no key');
    const iv = randomBytes(12);
    const encrypting = createCipheriv(cipher, first.encryption, iv).setAAD(Buffer.from(owner));
    const encrypted = Buffer.concat([encrypting.update(text, 'utf8'), encrypting.final()]);
    return [iv, encrypting.getAuthTag(), encrypted].map((part) => part.toString('base64url')).join('.');
  }

  /** @throws Error when no key decrypts it for this user */
  decrypt(stored: string, owner: string): string {
    const [iv, tag, encrypted] = stored.split('.').map((part) => Buffer.from(part, 'base64url'));
    if (!iv || !tag || !encrypted) throw new Error('The secret of a second factor is not readable');
    for (const { encryption } of this.#keys) {
      try {
        const decrypting = createDecipheriv(cipher, encryption, iv, { authTagLength: 16 })
          .setAAD(Buffer.from(owner))
          .setAuthTag(tag);
        return Buffer.concat([decrypting.update(encrypted), decrypting.final()]).toString('utf8');
      } catch {
        // Tries the next key.
      }
    }
    throw new Error('The secret of a second factor was encrypted by a key that is no longer in SECOND_FACTOR_KEYS');
  }

  /** Returns the text's hash under each key, the current key first. */
  hashes(text: string, owner: string): [string, ...string[]] {
    const all = this.#keys.map(({ hashing }) =>
      createHmac('sha256', hashing).update(`${owner} ${text}`).digest('base64url'),
    );
    return all as [string, ...string[]];
  }
}
