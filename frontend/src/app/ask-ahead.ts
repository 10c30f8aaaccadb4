import { nextAsk } from '../entities/device/next-ask.ts';
import { isOwnGuid } from '../entities/own-games/is-own-guid.ts';
import { readLastUser } from '../entities/session/last-user.ts';
import { queryIn } from '../features/search/query.ts';
import type { PageEntry } from './pages.ts';

/** Files and calls of a page that is opened by its URL. */
export interface PageNeeds extends Pick<PageEntry, 'path' | 'firstCalls' | 'ownCalls'> {
  /** URLs of the files that only some pages need. */
  readonly files: readonly string[];
}

/** build/preload-pages.ts inserts it. */
declare const needsOfPages: readonly PageNeeds[];
const needs = needsOfPages;

declare global {
  /**
   * Preloads the files of a page that is about to be opened; absent in development.
   * @param path as in the table of pages
   */
  var nightshelfAskFiles: ((path: string) => void) | undefined;
}

const ask = (properties: Partial<HTMLLinkElement>) =>
  document.head.append(Object.assign(document.createElement('link'), properties));

/** Preloads each file once; the browser would otherwise find it only after the file that imports it. */
function askFiles(files: readonly string[]): void {
  for (const href of files) {
    if (!document.querySelector(`link[href="${href}"]`)) ask({ rel: 'modulepreload', crossOrigin: '', href });
  }
}

/** The catalog does not know a user's own games. */
const isOfOwnGame = (call: string, { guid }: Readonly<Record<string, string>>) =>
  call === '/api/games/:guid' && guid !== undefined && isOwnGuid(guid);

/** @param given the visitor's URL parameters by name, escaped for the call's URL */
function askCall(call: string, given: Readonly<Record<string, string>>): void {
  const href = call.replace(/:(\w+)/g, (_, name: string) => given[name] ?? '');
  ask({ rel: 'preload', as: 'fetch', crossOrigin: 'use-credentials', href });
}

/**
 * Preloads the files and calls of the page in the URL. It runs inside index.html while the client's scripts load, since
 * the browser would otherwise find them only after those have run; the client's own requests then receive these
 * responses.
 */
function askAhead({ pathname, search }: Location): void {
  for (const { path, files, firstCalls = [], ownCalls = [] } of needs) {
    const parts = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(pathname);
    if (!parts) continue;
    const user = readLastUser();
    askFiles(files);
    const q = queryIn(new URLSearchParams(search));
    const given = { ...parts.groups, q: String(new URLSearchParams({ q })).slice('q='.length) };
    for (const call of firstCalls)
      if ((q !== '' || !call.includes(':q')) && !isOfOwnGame(call, given)) askCall(call, given);
    // The server would refuse these calls for visitors.
    if (user) for (const call of ownCalls) askCall(nextAsk(call), given);
  }
}

globalThis.nightshelfAskFiles = (path) => {
  for (const page of needs) if (page.path === path) askFiles(page.files);
};
askAhead(location);
