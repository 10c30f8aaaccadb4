import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type { CandidateRow } from '@nightshelf/contracts/import-candidates.ts';
import type { LookOutcome } from '@nightshelf/contracts/steam.ts';
import { type Identity, identityHeader, signIdentity } from '@nightshelf/platform/http/identity.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { LibrarySettings } from '../config.ts';

/** The service's dependencies that imports use. */
export type ImportParts = Pick<Foundation<LibrarySettings>, 'settings' | 'work'>;

/** The catalog may have to wait for external providers. */
const steamTimeoutMs = 200_000;
const candidatesTimeoutMs = 60_000;

export type SteamGames = CallAnswer<typeof catalogCalls.listSteamGames>;
export type Candidates = CallAnswer<typeof catalogCalls.findCandidates>;

/** Signs the request for the user without a session or name, since it runs in the background. */
function ask({ settings }: ImportParts, userId: string, path: string, init: RequestInit): Promise<Response> {
  const identity: Identity = { userId, username: '', sessionId: 'token:imports' };
  const signed = signIdentity(identity, settings.IDENTITY_SECRET, Date.now(), 'catalog');
  return fetch(new URL(path, settings.CATALOG_URL), {
    ...init,
    headers: { ...init.headers, [identityHeader]: signed },
  });
}

const until = (stopping: AbortSignal, timeoutMs: number) => AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);

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
  parts: ImportParts,
  { user_id, account, steam_id }: Account,
  stopping: AbortSignal,
): Promise<SteamGames | LookOutcome> {
  const query = new URLSearchParams({ account: steam_id ?? account });
  try {
    const path = `${catalogCalls.listSteamGames.path}?${query}`;
    const response = await ask(parts, user_id, path, { signal: until(stopping, steamTimeoutMs) });
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
  parts: ImportParts,
  userId: string,
  rows: readonly CandidateRow[],
  { askProvider, stopping }: { readonly askProvider: boolean; readonly stopping: AbortSignal },
): Promise<Candidates> {
  const response = await ask(parts, userId, catalogCalls.findCandidates.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rows, ask_provider: askProvider }),
    signal: until(stopping, candidatesTimeoutMs),
  });
  if (!response.ok) throw new Error(`Catalog answered ${response.status} for candidates`);
  return (await response.json()) as Candidates;
}
