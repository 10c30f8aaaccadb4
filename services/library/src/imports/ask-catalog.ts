import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type { CandidateRow } from '@nightshelf/contracts/import-candidates.ts';
import type { LookOutcome } from '@nightshelf/contracts/steam.ts';
import { type Identity, identityHeader, signIdentity } from '@nightshelf/platform/http/identity.ts';

export interface CatalogParts {
  readonly catalogUrl: string;
  readonly identitySecret: string;
}

/** The catalog may have to wait for external providers. */
const steamTimeoutMs = 200_000;
const candidatesTimeoutMs = 60_000;

export type SteamGames = CallAnswer<typeof catalogCalls.listSteamGames>;
export type Candidates = CallAnswer<typeof catalogCalls.findCandidates>;

/** Signs the request for the user without a session or name, since it runs in the background. */
function headersFor({ identitySecret }: CatalogParts, userId: string): Record<string, string> {
  const identity: Identity = { userId, username: '', sessionId: 'token:imports' };
  return { [identityHeader]: signIdentity(identity, identitySecret, Date.now(), 'catalog') };
}

const outcomes: Readonly<Record<string, LookOutcome>> = {
  'catalog.steam_private': 'private',
  'catalog.steam_account_not_found': 'not_found',
  'catalog.steam_not_configured': 'not_configured',
};

interface Account {
  readonly user_id: string;
  readonly account: string;
  readonly steam_id: string | null;
}

/** Returns the games of a Steam account, or why they are unavailable. */
export async function listSteamGames(
  parts: CatalogParts,
  { user_id, account, steam_id }: Account,
  stopping: AbortSignal,
): Promise<SteamGames | LookOutcome> {
  const query = new URLSearchParams({ account: steam_id ?? account });
  try {
    const response = await fetch(new URL(`${catalogCalls.listSteamGames.path}?${query}`, parts.catalogUrl), {
      headers: headersFor(parts, user_id),
      signal: AbortSignal.any([stopping, AbortSignal.timeout(steamTimeoutMs)]),
    });
    const body = (await response.json()) as SteamGames & { readonly code?: string };
    if (response.ok) return body;
    // The account id is well-formed, but no such account can exist.
    return response.status === 422 ? 'not_found' : (outcomes[String(body.code)] ?? 'failed');
  } catch (fault) {
    if (stopping.aborted) throw fault;
    return 'failed';
  }
}

/**
 * Returns candidate games for import rows.
 * @param rows at most 500
 * @throws Error when the catalog is unreachable or rejects the request
 */
export async function findCandidates(
  parts: CatalogParts,
  userId: string,
  rows: readonly CandidateRow[],
  { askProvider, stopping }: { readonly askProvider: boolean; readonly stopping: AbortSignal },
): Promise<Candidates> {
  const { method, path } = catalogCalls.findCandidates;
  const response = await fetch(new URL(path, parts.catalogUrl), {
    method,
    headers: { ...headersFor(parts, userId), 'content-type': 'application/json' },
    body: JSON.stringify({ rows, ask_provider: askProvider }),
    signal: AbortSignal.any([stopping, AbortSignal.timeout(candidatesTimeoutMs)]),
  });
  if (!response.ok) throw new Error(`Catalog answered ${response.status} for candidates`);
  return (await response.json()) as Candidates;
}
