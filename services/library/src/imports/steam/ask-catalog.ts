import { type CallAnswer, catalogCalls, type LookOutcome } from '@nightshelf/contracts';
import { type Identity, identityHeader, signIdentity } from '@nightshelf/platform';
import type { Look } from './take-look.ts';

/** Longest that catalog may take, which has a provider to ask, in milliseconds. */
const timeoutMs = 200_000;

export interface CatalogParts {
  readonly catalogUrl: string;
  readonly identitySecret: string;
}

export type SteamGames = CallAnswer<typeof catalogCalls.listSteamGames>;

const outcomes: Readonly<Record<string, LookOutcome>> = {
  'catalog.steam_private': 'private',
  'catalog.steam_account_not_found': 'not_found',
  'catalog.steam_not_configured': 'not_configured',
};

/** The games of an account, or why they are not to be had. Catalog answers as it does its user, who waits for none of it. */
export async function askCatalog(
  { catalogUrl, identitySecret }: CatalogParts,
  { user_id, account, steam_id }: Look,
  stopping: AbortSignal,
): Promise<SteamGames | LookOutcome> {
  const query = new URLSearchParams({ account: steam_id ?? account });
  // Nobody's session, and nobody's name.
  const identity: Identity = { userId: user_id, username: '', sessionId: 'token:steam-sync' };
  try {
    const response = await fetch(new URL(`${catalogCalls.listSteamGames.path}?${query}`, catalogUrl), {
      headers: { [identityHeader]: signIdentity(identity, identitySecret, Date.now(), 'catalog') },
      signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]),
    });
    const body = (await response.json()) as SteamGames & { readonly code?: string };
    if (response.ok) return body;
    // What cannot be the account of anybody: its form is known, its number is not.
    return response.status === 422 ? 'not_found' : (outcomes[String(body.code)] ?? 'failed');
  } catch (fault) {
    if (stopping.aborted) throw fault;
    return 'failed';
  }
}
