import { createHmac, timingSafeEqual } from 'node:crypto';
import { type TokenScope, tokenScope } from '@nightshelf/contracts/api-tokens.ts';
import { z } from 'zod';
import { CodedError } from '../errors/coded-error.ts';

/** Header in which the gateway tells a service who is asking. Removed from every request that comes from outside. */
export const identityHeader = 'x-identity';

/** Long enough for a request on its way, too short to be worth stealing. */
const lifetimeMs = 30_000;

/** By how much the clocks of the gateway and a service may differ before something is wrong with one of them. */
const toleranceMs = 5 * 60_000;

const claims = z.object({
  user_id: z.uuid(),
  username: z.string(),
  /** SHA-256 of the session's token; names the session without being able to use it. */
  session: z.string(),
  scopes: z.array(tokenScope).optional(),
  /** The service that it is for. Optional only as long as gateways of the release before run, which name none. */
  audience: z.string().optional(),
  expires: z.number(),
});

export interface Identity {
  readonly userId: string;
  readonly username: string;
  /** For an API token, `token:` and its id: no session is ever named so. */
  readonly sessionId: string;
  /** What an API token may do; not there for a session, which may do everything. */
  readonly scopes?: readonly TokenScope[];
}

const signature = (payload: string, secret: string) => createHmac('sha256', secret).update(payload).digest();

/**
 * @param audience the service that it is for; without one every service believes it
 * @returns `<payload>.<HMAC-SHA256>`, both base64url, valid for 30 seconds
 */
export function signIdentity(identity: Identity, secret: string, now = Date.now(), audience?: string): string {
  const payload = Buffer.from(
    JSON.stringify({
      user_id: identity.userId,
      username: identity.username,
      session: identity.sessionId,
      scopes: identity.scopes,
      audience,
      expires: now + lifetimeMs,
    }),
  ).toString('base64url');
  return `${payload}.${signature(payload, secret).toString('base64url')}`;
}

interface Circumstances {
  /** Who is told; what was signed for another service is not believed. */
  readonly service?: string;
  readonly now?: number;
}

/**
 * @returns the identity, or null when the signature is wrong or missing, or it was signed for another service
 * @throws CodedError 503 `service.clock` when it was signed at another time than now, by more than clocks may differ: with
 * null instead, everybody would have to sign in again
 */
export function verifyIdentity(
  header: string,
  secret: string,
  { service, now = Date.now() }: Circumstances = {},
): Identity | null {
  const [payload = '', mac = ''] = header.split('.');
  const expected = signature(payload, secret);
  const given = Buffer.from(mac, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const parsed = claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  if (!parsed.success) return null;
  const { audience } = parsed.data;
  if (service !== undefined && audience !== undefined && audience !== service) return null;
  const age = now - (parsed.data.expires - lifetimeMs);
  if (age > lifetimeMs + toleranceMs || age < -toleranceMs) throw wrongClock(age);
  const { user_id: userId, username, session: sessionId, scopes } = parsed.data;
  return { userId, username, sessionId, ...(scopes ? { scopes } : {}) };
}

/** On another connection another gateway may be met, or another service. */
const wrongClock = (ageMs: number) =>
  new CodedError(503, 'service.clock', 'The service is not available right now. Please try again.', {
    headers: { 'retry-after': '2', connection: 'close' },
    cause: new Error(
      `An identity was signed ${Math.round(ageMs / 1000)} s ago by this clock: gateway and service differ`,
    ),
  });
