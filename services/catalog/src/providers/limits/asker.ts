import type { Client } from '@nightshelf/platform/http/client.ts';
import { networkOf } from '@nightshelf/platform/http/client-address.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';

/** On whose behalf a provider is asked. */
export type Asker =
  | { readonly kind: 'visitor'; readonly network: string }
  | { readonly kind: 'user'; readonly network: string; readonly userId: string }
  /** A user's library needs a game, and is told of it whenever it has come. */
  | { readonly kind: 'request'; readonly userId: string };

/** Who makes a call. Whose address is not known is counted with all others like that. */
export function askerOf(identity: Identity | null, { address }: Client): Asker {
  const network = address === null ? 'unknown' : networkOf(address);
  return identity ? { kind: 'user', network, userId: identity.userId } : { kind: 'visitor', network };
}

/** Names whoever it is among those of the same kind. */
export const nameOf = (asker: Asker) => (asker.kind === 'visitor' ? asker.network : asker.userId);
