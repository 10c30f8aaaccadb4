import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type { CandidateRow } from '@nightshelf/contracts/import-candidates.ts';
import type { LookOutcome } from '@nightshelf/contracts/steam-sync.ts';
import { type Identity, identityHeader, signIdentity } from '@nightshelf/platform/http/identity.ts';

export interface CatalogParts {
  /** Empty where there is no catalog to ask. */
  readonly catalogUrl: string;
  readonly identitySecret: string;
}

/** Longest that catalog may take, which has providers to ask, in milliseconds. */
const steamTimeoutMs = 200_000;
const candidatesTimeoutMs = 60_000;

export type SteamGames = CallAnswer<typeof catalogCalls.listSteamGames>;
export type Candidates = CallAnswer<typeof catalogCalls.findCandidates>;

/** On behalf of a user who waits for none of it: no session, and no name. */
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

/** The games of a Steam account, or why they are not to be had. */
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
    // An account that can't exist: its form is known, its number is not.
    return response.status === 422 ? 'not_found' : (outcomes[String(body.code)] ?? 'failed');
  } catch (fault) {
    if (stopping.aborted) throw fault;
    return 'failed';
  }
}

/**
 * Which games some rows may mean.
 * @param rows at most 500
 * @throws Error when catalog can't be reached or refuses
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
