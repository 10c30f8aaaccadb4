import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TokenScope } from '@nightshelf/contracts/api-tokens.ts';
import type { Endpoint } from '@nightshelf/contracts/call.ts';
import type { Session } from '@nightshelf/platform/sessions/session-store.ts';
import type { Allowance, Verdict } from '../limits/verdict.ts';

/** Who a request is made for, by the session or the API token that it came with. */
export interface Holder extends Pick<Session, 'id' | 'userId' | 'username'> {
  /** What an API token may do; not there for a session. */
  readonly scopes?: readonly TokenScope[];
}

/** Whose requests are counted together: all of a user's sessions, and each API token by itself, so that none is starved by another. */
export const countedAs = ({ id, userId, scopes }: Holder): string => (scopes ? id : userId);

/** What is known about one request; each policy adds to it for those after it. */
export interface Exchange {
  requestId: string;
  /** Milliseconds, by performance.now(). */
  readonly startedAt: number;
  /** Which part of the gateway answers: a service's name, `documents`, `client` or `none`. */
  route: string;
  /** What the contracts say of the call; null when they know none such. */
  endpoint: Endpoint | null;
  /** Whether the service says that it had to wait for somebody outside of the product, or that they are to blame. */
  outside: boolean;
  /** Network address of the caller; empty until a limit needs it. */
  address: string;
  /** Continues the request's trace at the service; null when nothing is traced. */
  traceparent: string | null;
  /** Headers for the answer: name and value in turn. */
  readonly headers: string[];
  /** Of the limits that were counted, the one with the fewest points left. */
  allowance: Allowance | null;
  /** Points taken from the limits of particular calls; given back when the service is not reached. */
  readonly charged: Verdict[];
  session: Holder | null;
  /** The signed identity for the service; null when nobody is signed in. */
  identity: string | null;
  /**
   * What is under way at the service, to be cancelled when the caller has left. The thing itself: with an arrow function here,
   * made anew for each request, all of a request survives two young collections.
   */
  transfer: { cancel(): void } | null;
  /** The request's body; null when it has none. */
  body: Buffer | null;
}

export interface GatewayRequest extends IncomingMessage {
  exchange: Exchange;
  /** Set by express-gateway: the endpoint of gateway.config.yml that the request matched. */
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

/** Methods that change nothing. */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The path of a request without its query, in its one form. */
export function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
