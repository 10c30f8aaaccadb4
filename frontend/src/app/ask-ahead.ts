import { readFirstGames } from '../entities/device/first-games.ts';
import { nextAsk } from '../entities/device/next-ask.ts';
import { isOwnGuid } from '../entities/own-games/is-own-guid.ts';
import { readLastUser } from '../entities/session/last-user.ts';
import { queryIn } from '../features/search/query.ts';
import { vaultOpensWith } from '../lib/kept-vault-view.ts';
import { notedSignOut } from '../lib/sign-out-note.ts';
import type { PageEntry } from './pages.ts';

/** What a page needs that is opened by its address. */
export interface PageNeeds extends Pick<PageEntry, 'path' | 'firstCalls' | 'ownCalls'> {
  /** Addresses of the files that only some pages need. */
  readonly files: readonly string[];
  /** It begins with the first games of the vault. */
  readonly isVault?: boolean;
}

/** Put in by build/preload-pages.ts. */
declare const needsOfPages: readonly PageNeeds[];
const needs = needsOfPages;

declare global {
  /** Asks for the files of a page that is about to be opened; absent while developing. @param path as the table of pages has it */
  var nightshelfAskFiles: ((path: string) => void) | undefined;
}

const ask = (properties: Partial<HTMLLinkElement>) =>
  document.head.append(Object.assign(document.createElement('link'), properties));

/** Each once. A file would else be found only when that has come which needs it. */
function askFiles(files: readonly string[]): void {
  for (const href of files) {
    if (!document.querySelector(`link[href="${href}"]`)) ask({ rel: 'modulepreload', crossOrigin: '', href });
  }
}

/** The catalog knows no game that a user has added. */
const isOfOwnGame = (call: string, { guid }: Readonly<Record<string, string>>) =>
  call === '/api/games/:guid' && guid !== undefined && isOwnGuid(guid);

/** @param said what the visitor's address says, by name, as it is to stand in the call's */
function askCall(call: string, said: Readonly<Record<string, string>>): void {
  const href = call.replace(/:(\w+)/g, (_, name: string) => said[name] ?? '');
  ask({ rel: 'preload', as: 'fetch', crossOrigin: 'use-credentials', href });
}

/**
 * Asks for the files and the calls of the page that the address names. It runs within index.html, while the files of every
 * page still load: the browser would else find the page's own only when these have run. The client's own requests are
 * then given the answers that came for these.
 */
function askAhead({ pathname, search }: Location): void {
  for (const { path, files, firstCalls = [], ownCalls = [], isVault } of needs) {
    const parts = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(pathname);
    if (!parts) continue;
    const user = readLastUser();
    // An address that says nothing opens the vault as it was last looked at.
    if (isVault && user && !notedSignOut()) readFirstGames(user.id, search.slice(1) || (vaultOpensWith(user.id) ?? ''));
    askFiles(files);
    const q = queryIn(new URLSearchParams(search));
    const said = { ...parts.groups, q: String(new URLSearchParams({ q })).slice('q='.length) };
    for (const call of firstCalls)
      if ((q !== '' || !call.includes(':q')) && !isOfOwnGame(call, said)) askCall(call, said);
    // Whoever is not signed in would only be refused.
    if (user) for (const call of ownCalls) askCall(nextAsk(call), said);
  }
}

globalThis.nightshelfAskFiles = (path) => {
  for (const page of needs) if (page.path === path) askFiles(page.files);
};
askAhead(location);
