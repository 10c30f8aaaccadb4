import { createHmac, timingSafeEqual } from 'node:crypto';
import { type TokenScope, tokenScope } from '@nightshelf/contracts/api-tokens.ts';
import { z } from 'zod';
import { CodedError } from '../errors/coded-error.ts';

/** Header in which the gateway sends a service the caller's identity; removed from external requests. */
export const identityHeader = 'x-identity';

/** Long enough for a request in flight, too short to be worth stealing. */
const lifetimeMs = 30_000;

/** Tolerated difference between the clocks of the gateway and a service. */
const toleranceMs = 5 * 60_000;

const claims = z.object({
  user_id: z.uuid(),
  username: z.string(),
  /** SHA-256 of the session's token, which names the session without giving access to it. */
  session: z.string(),
  scopes: z.array(tokenScope).optional(),
  /** The service that it is for. Optional while gateways of the previous release run, which send none. */
  audience: z.string().optional(),
  expires: z.number(),
});

export interface Identity {
  readonly userId: string;
  readonly username: string;
  /** For an API token, `token:` and its id, which no session id can equal. */
  readonly sessionId: string;
  /** The scopes of an API token; absent for a session, which may do everything. */
  readonly scopes?: readonly TokenScope[];
}

const signature = (payload: string, secret: string) => createHmac('sha256', secret).update(payload).digest();

/**
 * @param audience the only service that accepts it; all services when absent
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
  /** The receiving service, which rejects identities for other services. */
  readonly service?: string;
  readonly now?: number;
}

/**
 * @returns the identity, or null when it is missing, has a wrong signature, or is for another service
 * @throws CodedError 503 `service.clock` when it was signed too far from the present time: null would sign out all
 * users
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

/** Closes the connection, because another one may reach a gateway or service with a correct clock. */
const wrongClock = (ageMs: number) =>
  new CodedError(503, 'service.clock', 'The service is not available right now. Please try again.', {
    headers: { 'retry-after': '2', connection: 'close' },
    cause: new Error(
      `An identity was signed ${Math.round(ageMs / 1000)} s ago by this clock: gateway and service differ`,
    ),
  });
