/**
 * Names one intent of the user towards the server: sent with every resend of a call, it makes the server do it once.
 * Not crypto.randomUUID, which is there on https alone: a Nightshelf at home may be visited by http.
 * @returns 32 hexadecimal digits, at random
 */
export const newIntentKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
