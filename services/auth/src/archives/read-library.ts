import { type LibraryEntry, libraryCalls } from '@nightshelf/contracts';
import { type Identity, identityHeader, signIdentity } from '@nightshelf/platform';
import { JSONParser } from '@streamparser/json';

/** Longest that a whole vault may take, in milliseconds. */
const timeoutMs = 600_000;

interface Parts {
  readonly libraryUrl: string;
  readonly identitySecret: string;
  readonly stopping: AbortSignal;
}

/**
 * The user's vault as library shows it to them, entry by entry as they arrive, so that it is never here as a whole.
 * @throws when library is away or breaks off
 */
export async function* readLibrary(
  { libraryUrl, identitySecret, stopping }: Parts,
  { userId, username }: Pick<Identity, 'userId' | 'username'>,
): AsyncGenerator<LibraryEntry[]> {
  // Like an API token that may only read: this is no session.
  const identity: Identity = { userId, username, sessionId: 'token:archive', scopes: ['library:read'] };
  const response = await fetch(new URL(libraryCalls.listLibrary.path, libraryUrl), {
    headers: { [identityHeader]: signIdentity(identity, identitySecret, Date.now(), 'library') },
    signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]),
  });
  if (!response.ok || !response.body) throw new Error(`Library answered ${response.status}`);
  const parser = new JSONParser({ paths: ['$.library.*'], keepStack: false });
  let entries: LibraryEntry[] = [];
  parser.onValue = ({ value }) => entries.push(value as unknown as LibraryEntry);
  for await (const piece of response.body) {
    parser.write(piece);
    yield entries;
    entries = [];
  }
  if (!parser.isEnded) throw new Error('Library broke off');
}
