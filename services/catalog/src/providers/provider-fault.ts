/**
 * - `unavailable`: no response, or an unusable one
 * - `malformed`: a response in an unknown form
 * - `too-many-requests`: the provider limits our requests
 * - `limit-reached`: not sent, to stay within the provider's limit
 * - `share-used`: not sent, since the caller's share of the limit is used up
 * - `key-refused`: the provider rejects our key
 */
export const faultKinds = [
  'unavailable',
  'malformed',
  'too-many-requests',
  'limit-reached',
  'share-used',
  'key-refused',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/**
 * The provider is unavailable or its response unusable. Logs and users see the message, so it never quotes an error or
 * an address, which contains the key.
 */
export class ProviderFault extends Error {
  override name = 'ProviderFault';
  readonly kind: FaultKind;
  /** How long to wait, in milliseconds; null when unknown. */
  readonly retryAfterMs: number | null;

  constructor(kind: FaultKind, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether the provider is fine: it was not asked, or asks us to slow down. */
  get isShortage(): boolean {
    return this.kind === 'limit-reached' || this.kind === 'share-used' || this.kind === 'too-many-requests';
  }

  /** Whether every other route would give the same result. */
  get decisive(): boolean {
    return this.kind === 'too-many-requests' || this.kind === 'key-refused';
  }
}
