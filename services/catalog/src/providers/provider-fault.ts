/**
 * - `unavailable`: no response, or one of no use
 * - `malformed`: a response of unknown form
 * - `too-many-requests`: the provider tells us to slow down
 * - `limit-reached`: we do not ask, to stay within the provider's limit
 * - `share-used`: we do not ask either, since whoever it is for has had their share of that limit
 * - `key-refused`: the provider does not accept our key
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
 * A provider could not be asked, or its response is of no use. The message goes to logs and to users, so it never
 * quotes an error or an address: the address of a request holds the key.
 */
export class ProviderFault extends Error {
  override name = 'ProviderFault';
  readonly kind: FaultKind;
  /** How long the provider, or our limit, asks to wait, in milliseconds; null where it does not say. */
  readonly retryAfterMs: number | null;

  constructor(kind: FaultKind, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether there is nothing wrong with the provider: it was not asked, or asks us to slow down. */
  get isShortage(): boolean {
    return this.kind === 'limit-reached' || this.kind === 'share-used' || this.kind === 'too-many-requests';
  }

  /** Whether the provider would say the same over any other route. */
  get decisive(): boolean {
    return this.kind === 'too-many-requests' || this.kind === 'key-refused';
  }
}
