/** A failed call. The message names the call and its result but never the URL, which may contain the key. */
export class CallFailed extends Error {
  override name = 'CallFailed';
  /** Whether a retry may succeed. */
  readonly passing: boolean;

  constructor(message: string, passing: boolean) {
    super(message);
    this.passing = passing;
  }
}

/**
 * YouTube refuses all calls, so calls for further channels are pointless.
 * - `quota`: the key's daily quota is used up
 * - `key`: the key is invalid or not allowed from here
 * - `pace`: too many calls in a short time
 */
export class Refused extends Error {
  override name = 'Refused';
  readonly reason: 'quota' | 'key' | 'pace';

  constructor(reason: Refused['reason']) {
    super(`YouTube refuses to answer: ${reason}`);
    this.reason = reason;
  }

  /** Whether a retry within hours is pointless. */
  get lasting(): boolean {
    return this.reason !== 'pace';
  }
}
