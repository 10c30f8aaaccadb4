import { longestQuery } from '../query.ts';

/** Untrusted input from another app's share dialog. */
export interface Shared {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/** Characters to read from each part and from a possible title line. */
const longestPart = 4000;
const longestLine = 300;

/** Store pages with the title in their path. */
const stores: readonly { readonly host: RegExp; readonly path: RegExp }[] = [
  { host: /(^|\.)steam(powered|community)\.com$/, path: /^\/app\/\d+\/([^/]+)/ },
  { host: /(^|\.)gog\.com$/, path: /^(?:\/[a-z]{2}(?:-[a-z]+)?)?\/game\/([^/]+)/i },
  {
    host: /(^|\.)epicgames\.com$/,
    path: /^(?:\/[\w-]+)?\/(?:p|product)\/([^/]+?)(?:-+(?=[a-f]*\d)[\da-f]{6})?(?:\/|$)/i,
  },
  { host: /(^|\.)nintendo\.[a-z.]+$/, path: /\/store\/products\/([^/]+?)(?:-switch(?:-2)?)?(?:\/|$)/i },
  { host: /(^|\.)nintendo\.[a-z.]+$/, path: /\/games\/(?:[^/]+\/)*([^/]+?)-\d{4,}\.html$/i },
  { host: /(^|\.)playstation\.com$/, path: /\/games\/([^/]+?)(?:-ps[45])?(?:\/|$)/i },
  { host: /(^|\.)xbox\.com$/, path: /\/games\/store\/([^/]+)/i },
  { host: /(^|\.)microsoft\.com$/, path: /\/(?:p|store\/productid)\/([^/]+)/i },
];

/** Text that stores add before and after a title. */
const before = [
  /^save (?:up to )?\d+% on /i,
  /^[-−]?\d+% (?:off )?/i,
  /^(?:check out|pre-?(?:order|purchase)|buy|get) /i,
];
const behind = [
  / on (?:steam|gog(?:\.com)?|the epic games store)[.!]?$/i,
  / ?[-–—|] (?:the )?(?:epic games|microsoft|nintendo|playstation|xbox|gog)\b[^|]*$/i,
  / ?\| (?:official playstation|download and buy today|nintendo|games|gog)\b[^|]*$/i,
  / ?\| download and buy today$/i,
  / ?[-–—] ps[45](?: ?& ?ps[45])? games?$/i,
  / for nintendo switch(?:™? 2)?$/i,
];

/** Removes invisible characters and trademark signs. */
const legible = (text: string): string =>
  text
    .slice(0, longestPart)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: apps send them.
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff™®©]/g, ' ');

const links = /[a-z][a-z\d+.-]*:\/\/[^\s<>"']+/gi;

/** URLs in a text, including schemes that could run code. */
const addresses = /\b(?:[a-z][a-z\d+.-]*:\/\/|(?:javascript|vbscript|data|blob|file|about|mailto|intent):)\S*/gi;

/** Returns the title in a store's URL, or null. */
function titleInAddress(address: string): string | null {
  const { protocol, hostname, pathname } = URL.parse(address) ?? {};
  if (!hostname || !pathname || !/^https?:$/.test(protocol ?? '')) return null;
  for (const { host, path } of stores) {
    const [, found] = (host.test(hostname) && path.exec(pathname)) || [];
    if (!found) continue;
    try {
      return decodeURIComponent(found).replace(/[_-]+/g, ' ').trim();
    } catch {
      return null;
    }
  }
  return null;
}

/** @returns the line without a store's additions, and whether there were any */
function unwrap(line: string): { readonly title: string; readonly isOfStore: boolean } {
  let title = line;
  let isOfStore = false;
  for (let changed = true; changed; ) {
    changed = false;
    for (const around of [...behind, ...(isOfStore ? before : [])]) {
      const less = title.replace(around, '').trim();
      if (less === '' || less === title) continue;
      title = less;
      changed = true;
      isOfStore = true;
    }
  }
  return { title, isOfStore };
}

const linesOf = (text: string): string[] =>
  legible(text)
    .split('\n')
    .map((line) => line.replace(addresses, ' ').replace(/\s+/g, ' ').trim().slice(0, longestLine))
    .filter((line) => /[\p{L}\p{N}]/u.test(line));

/** Returns the query for the shared game, or an empty string when nothing can be a title. */
export function gameIn({ title, text, url }: Shared): string {
  const lines = [...linesOf(title), ...linesOf(text)].map(unwrap);
  const shared = [url.slice(0, longestPart), ...(legible(`${text}\n${title}`).match(links) ?? [])];
  const named = shared.map(titleInAddress).find((found) => found);
  const found = lines.find(({ isOfStore }) => isOfStore)?.title ?? named ?? lines[0]?.title ?? '';
  return legible(found).replace(/\s+/g, ' ').trim().slice(0, longestQuery).toWellFormed().trim();
}
