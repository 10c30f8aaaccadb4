/** Fast path for the many canonical targets: no escapes, empty segments or segments that begin with a dot. */
const plain = /^(?=\/)(?:\/(?!\.)[\w!$&'()*+,;=:@.~-]+)*\/?(?:\?[!"$-~]*)?$/;

/** Characters that no target may contain: spaces, controls, non-ASCII and fragments. */
const unfit = /[^!"$-~]/;

/** An escaped slash or backslash is data to some parsers and a separator to others. */
const ambiguous = /\\|%(?:2f|5c)/i;

const control = /\p{Cc}/u;

const unreserved = /[\w.~-]/;

/** RFC 3986 forbids these in a path, but browsers leave some of them unescaped. */
const unescaped = /["<>[\]^`{|}]/g;

/**
 * Returns the canonical form of a request target (RFC 3986, 6.2.2), with the query unchanged; all later code sees only
 * this form.
 * @returns null for an invalid path, or one that parsers could read differently
 */
export function canonicalTarget(target: string): string | null {
  if (plain.test(target)) return target;
  if (!target.startsWith('/') || unfit.test(target)) return null;
  const end = target.indexOf('?');
  const path = end === -1 ? target : target.slice(0, end);
  if (ambiguous.test(path) || !isText(path)) return null;
  const written = path.replace(/%../g, inOneForm).replace(unescaped, escaped);
  return withoutDots(written) + target.slice(path.length);
}

/** Returns whether the escapes are complete, valid UTF-8 and free of control characters. */
function isText(path: string): boolean {
  try {
    return !control.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

function inOneForm(escaped: string): string {
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return unreserved.test(character) ? character : escaped.toUpperCase();
}

const escaped = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Drops empty segments first, as most proxies do: `/a//../b` becomes `/b`. */
function withoutDots(path: string): string {
  const kept: string[] = [];
  const segments = path.split('/');
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  const last = segments.at(-1) ?? '';
  return kept.length > 0 && ['', '.', '..'].includes(last) ? `/${kept.join('/')}/` : `/${kept.join('/')}`;
}
