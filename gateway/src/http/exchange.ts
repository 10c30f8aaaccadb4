import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { TokenScope } from '@nightshelf/contracts/api-tokens.ts';
import type { Endpoint } from '@nightshelf/contracts/call.ts';
import { networkOf, plainAddress } from '@nightshelf/platform/http/client.ts';
import type { Session } from '@nightshelf/platform/sessions/session-store.ts';

export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, by `performance.now()`, so that a clock set back cannot extend it. */
  readonly resetsAt: number;
}

/** Returns the Retry-After seconds: whole seconds until the window ends, at least one. */
export const secondsLeft = ({ resetsAt }: Pick<Allowance, 'resetsAt'>) =>
  Math.max(1, Math.ceil((resetsAt - performance.now()) / 1000));

export interface Lease {
  /** Points taken from Redis and not handed out yet. */
  left: number;
  /** Points left in Redis at the last refill. */
  unclaimed: number;
  resetsAt: number;
  refill: Promise<void> | null;
}

export interface Verdict extends Allowance {
  readonly allowed: boolean;
  readonly lease: Lease;
}

export function returnPoint({ allowed, lease, resetsAt }: Verdict): void {
  if (allowed && resetsAt > performance.now()) lease.left += 1;
}

/** The user of a request, identified by a session or an API token. */
export interface Holder extends Pick<Session, 'id' | 'userId' | 'username'> {
  /** The scopes of an API token; absent for a session. */
  readonly scopes?: readonly TokenScope[];
}

/**
 * Returns the key that limits count by: the user for sessions, the token for API tokens, so that none starves another.
 */
export const limitKeyOf = ({ id, userId, scopes }: Holder): string => (scopes ? id : userId);

/** Data about one request, which each policy extends for the later ones. */
export interface Exchange {
  requestId: string;
  /** Milliseconds, by performance.now(). */
  readonly startedAt: number;
  /** The part of the gateway that responds: a service's name, `documents`, `client` or `none`. */
  route: string;
  /** The contract's endpoint; null when unknown. */
  endpoint: Endpoint | null;
  /** Whether the service reports that an external system delayed or failed the request. */
  outside: boolean;
  /** Network address of the caller; empty until a limit needs it. */
  address: string;
  /** Trace header for the service; null without tracing. */
  traceparent: string | null;
  /** Response headers: name and value in turn. */
  readonly headers: string[];
  /** The counted limit with the fewest points left. */
  allowance: Allowance | null;
  /** Points taken from call limits, returned when the service is unreachable. */
  readonly charged: Verdict[];
  session: Holder | null;
  /** The signed identity for the service; null for anonymous requests. */
  identity: string | null;
  /**
   * The request in flight at the service, cancelled when the caller leaves. Not a closure, which would keep the whole
   * request alive through two garbage collections.
   */
  transfer: { cancel(): void } | null;
  /** Null without a body. */
  body: Buffer | null;
}

export interface GatewayRequest extends IncomingMessage {
  exchange: Exchange;
  /** Set by express-gateway: the endpoint of gateway.config.yml that matched. */
  egContext?: { readonly apiEndpoint: { readonly apiEndpointName: string } };
}

export type Next = (error?: unknown) => void;

export type Handler = (request: GatewayRequest, response: ServerResponse, next: Next) => void;

export const beginExchange = (): Exchange => ({
  requestId: '',
  startedAt: performance.now(),
  route: 'none',
  endpoint: null,
  outside: false,
  address: '',
  traceparent: null,
  headers: [],
  allowance: null,
  charged: [],
  session: null,
  identity: null,
  transfer: null,
  body: null,
});

export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns the canonical path of a request, without its query. */
export function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

/**
 * Returns the caller's address. Trusts only the last `trustedProxies` addresses of X-Forwarded-For; callers can forge
 * the earlier ones.
 */
export function callerAddress(request: GatewayRequest, trustedProxies: number): string {
  const direct = plainAddress(request.socket.remoteAddress ?? '');
  if (trustedProxies === 0) return direct;
  const header = request.headers['x-forwarded-for'];
  const forwarded = String(header ?? '')
    .split(',')
    .map((address) => plainAddress(address.trim()))
    .filter(Boolean);
  const claimed = forwarded.at(-trustedProxies) ?? forwarded[0] ?? direct;
  return isIP(claimed) ? claimed : direct;
}

/** Returns the address that limits count: an IPv4 address, or the /64 network of an IPv6 address. */
export function clientAddress(request: GatewayRequest, trustedProxies: number): string {
  return networkOf(callerAddress(request, trustedProxies));
}
