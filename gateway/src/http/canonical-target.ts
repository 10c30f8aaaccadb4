/** Nearly every target is in its one form already: no escape, no segment that begins with a dot, no empty one. */
const plain = /^(?=\/)(?:\/(?!\.)[\w!$&'()*+,;=:@.~-]+)*\/?(?:\?[!"$-~]*)?$/;

/** What no target may hold: space, controls, what is not ASCII, a fragment. */
const unfit = /[^!"$-~]/;

/** An escaped slash or backslash: data to one reader of a path, a border to another. */
const ambiguous = /\\|%(?:2f|5c)/i;

const control = /\p{Cc}/u;

const unreserved = /[\w.~-]/;

/** RFC 3986 gives them no place in a path; browsers leave some of them as they are. */
const unescaped = /["<>[\]^`{|}]/g;

/**
 * The one form of a request target (RFC 3986, 6.2.2): letters, digits and `-._~` not escaped, all else escaped in capitals,
 * no empty segment, no `.` and `..`. The query stays as it is. Everything that looks at a request sees this form.
 * @param target as it was sent
 * @returns null for what different readers could take for different paths, or cannot be a path at all
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

/** Whether the escapes are whole, are UTF-8 in its shortest form, and hide no control character. */
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

/** Empty segments go first, as in most proxies: `/a//../b` is `/b`. */
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
