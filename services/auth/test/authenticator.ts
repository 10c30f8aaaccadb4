import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** Encodes the CBOR subset of a credential: small integers, short texts, bytes and maps. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    return Buffer.from(length < 256 ? [(major << 5) | 24, length] : [(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as never)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

interface Circumstances {
  readonly origin?: string;
  readonly counter?: number;
  readonly isVerified?: boolean;
}

/** A software authenticator with one passkey, which tests can make give wrong responses. */
export class Authenticator {
  readonly id = base64url(randomBytes(32));
  readonly #key: KeyObject;
  readonly #x: Buffer;
  readonly #y: Buffer;
  #userHandle = '';
  #counter = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    [this.#x, this.#y] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  }

  create(options: { challenge: string; user?: { id: string } }, { origin, isVerified = true }: Circumstances = {}) {
    this.#userHandle = options.user?.id ?? '';
    const id = Buffer.from(this.id, 'base64url');
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, this.#x],
      [-3, this.#y],
    ]);
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)]);
    const authData = Buffer.concat([this.#head(0x41 | (isVerified ? 4 : 0), 0), credential]);
    const object = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    const clientDataJSON = this.#clientData('webauthn.create', options.challenge, origin);
    return this.#answer({ clientDataJSON, attestationObject: base64url(cbor(object)), transports: ['internal'] });
  }

  get(options: { challenge: string }, { origin, isVerified = true, counter }: Circumstances = {}) {
    this.#counter = counter ?? this.#counter + 1;
    const authData = this.#head(1 | (isVerified ? 4 : 0), this.#counter);
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, origin);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.#answer({
      clientDataJSON,
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', signed, this.#key)),
      userHandle: this.#userHandle,
    });
  }

  #head(flags: number, counter: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256('localhost'), Buffer.from([flags]), count]);
  }

  #clientData(type: string, challenge: string, origin = 'http://localhost:8080'): string {
    return base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #answer<Response>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {}, response };
  }
}
