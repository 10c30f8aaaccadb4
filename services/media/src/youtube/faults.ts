/** One call failed. The message names the call and its result, never the address, which may hold the key. */
export class CallFailed extends Error {
  override name = 'CallFailed';
  /** Whether the same call may succeed a moment later. */
  readonly passing: boolean;

  constructor(message: string, passing: boolean) {
    super(message);
    this.passing = passing;
  }
}

/**
 * YouTube refuses every call of ours, so that asking for the next channel is pointless.
 * - `quota`: the key's daily quota is used up
 * - `key`: the key is wrong, or may not be used from here
 * - `pace`: too many calls in a short time
 */
export class Refused extends Error {
  override name = 'Refused';
  readonly reason: 'quota' | 'key' | 'pace';

  constructor(reason: Refused['reason']) {
    super(`YouTube refuses to answer: ${reason}`);
    this.reason = reason;
  }

  /** Whether trying again within hours is pointless. */
  get lasting(): boolean {
    return this.reason !== 'pace';
  }
}
