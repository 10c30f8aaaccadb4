/**
 * - `unavailable`: no answer, or one that is no use
 * - `malformed`: an answer of unknown form
 * - `too-many-requests`: the provider tells us to slow down
 * - `limit-reached`: we hold back ourselves, to stay within the provider's limit
 * - `key-refused`: the provider does not accept our key
 */
export type FaultKind = 'unavailable' | 'malformed' | 'too-many-requests' | 'limit-reached' | 'key-refused';

/**
 * A provider that could not be asked or answered with nonsense. Its message goes to logs and to users, so it is made of
 * our own words only: the address of a request holds the key, and so may an error that names the address.
 */
export class ProviderFault extends Error {
  override name = 'ProviderFault';
  readonly kind: FaultKind;
  /** How long to leave the provider alone, in milliseconds; null where nobody said. */
  readonly retryAfterMs: number | null;

  constructor(kind: FaultKind, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }

  /** Another route would be told the same. */
  get decisive(): boolean {
    return this.kind === 'too-many-requests' || this.kind === 'key-refused';
  }
}
