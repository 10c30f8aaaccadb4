import { type Client, networkOf } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';

/** The user or visitor on whose behalf a provider is asked. */
export type Caller =
  | { readonly kind: 'visitor'; readonly network: string }
  | { readonly kind: 'user'; readonly network: string; readonly userId: string }
  /** A user's library needs a game, and is notified whenever it arrives. */
  | { readonly kind: 'request'; readonly userId: string };

/** All callers without an address share one network. */
export function callerOf(identity: Identity | null, { address }: Client): Caller {
  const network = address === null ? 'unknown' : networkOf(address);
  return identity ? { kind: 'user', network, userId: identity.userId } : { kind: 'visitor', network };
}
