import type { Endpoint } from '@nightshelf/contracts/call.ts';

/** Another spelling of a request for a call. */
export interface Disguise {
  readonly method: string;
  readonly target: string;
  readonly headers?: string;
}

/** The value of each parameter. */
const given: Readonly<Record<string, string>> = {
  id: '0195f3f0-0000-7000-8000-000000000001',
  guid: '3030-4725',
  provider: 'google',
};

export const plainPath = ({ path }: Endpoint) => path.replace(/:(\w+)/g, (_, name: string) => given[name] ?? 'a1');

const hex = (letter: string) => letter.charCodeAt(0).toString(16);
const everyLetter = /[a-z](?![^/]*:)/g;

const overrides = ['x-http-method-override', 'x-http-method', 'x-method-override'];

/** Returns every known trick to write the path or the method differently. */
export function disguisesOf(endpoint: Endpoint): Disguise[] {
  const { method } = endpoint;
  const path = plainPath(endpoint);
  const others = [
    ...overrides.map((name) => ({ method: 'GET', target: path, headers: `${name}: ${method}\r\n` })),
    { method: 'GET', target: `${path}?_method=${method}` },
    { method, target: '/api/nothing', headers: `x-original-url: ${path}\r\nx-rewrite-url: ${path}\r\n` },
    { method: method.toLowerCase(), target: path },
    { method: `${method[0]}${method.slice(1).toLowerCase()}`, target: path },
    { method: 'HEAD', target: path },
    { method: 'OPTIONS', target: path },
    { method: 'TRACE', target: path },
    { method: 'PROPFIND', target: path },
    { method: 'GARBAGE', target: path },
  ];
  return [...targetsOf(path, endpoint.path).map((target) => ({ method, target })), ...others];
}

function targetsOf(path: string, template: string): string[] {
  const letters = [...path].flatMap((letter, at) =>
    /[a-z]/.test(letter) ? [`${path.slice(0, at)}%${hex(letter)}${path.slice(at + 1)}`] : [],
  );
  const last = path.lastIndexOf('/');
  const [head, tail] = [path.slice(0, last), path.slice(last + 1)];
  const end = path.at(-1) ?? '';
  return [
    ...letters,
    path.replace(everyLetter, (letter) => `%${hex(letter)}`),
    path.replace(everyLetter, (letter) => `%${hex(letter).toUpperCase()}`),
    path.replace(everyLetter, (letter, at: number) => `%${at % 2 ? hex(letter) : hex(letter).toUpperCase()}`),
    path.replace(/-/g, '%2d'),
    // Double-encoded, overlong, truncated, and not text.
    ...[
      `%25${hex(end)}`,
      `%2525${hex(end)}`,
      `%C1%${(end.charCodeAt(0) | 0x80).toString(16)}`,
      '%',
      '%6',
      '%zz',
      '%u006e',
    ].map((written) => path.slice(0, -1) + written),
    ...['/', '//', '/.', '/..', '/../', '%2f', '%5c', '\\', ';', ';x=1', ';/', '?', '??', '#', '#/', '.', '.json'].map(
      (suffix) => path + suffix,
    ),
    ...['%00', '%20', '%0a', '%0d%0a', '%09', '%3f', '%23', '%7f', '%C2%85', '%EF%BC%8F'].map(
      (suffix) => path + suffix,
    ),
    ...[
      '/./',
      '/%2e/',
      '/%2E/',
      '/x/../',
      '/x/%2e%2e/',
      '/x/.%2e/',
      '/x/%2E./',
      '//',
      '///',
      '/x//../',
      '/;/',
      '/x;y/../',
    ].map((way) => head + way + tail),
    ...['\\', '%2f', '%2F', '%5c', '%5C', '%252f', '%c0%af', '%e0%80%af', ';/', ';x=1/', '/\t'].map(
      (way) => head + way + tail,
    ),
    ...['/', '/.', '/..', '/%2e%2e', '/x/..', '\\', 'http://localhost', 'http://elsewhere', '//elsewhere/..', ' '].map(
      (prefix) => prefix + path,
    ),
    path.slice(1),
    path.toUpperCase(),
    `${head}/${tail.toUpperCase()}`,
    path.replace('/api/', '/API/'),
    ...['a%2fb', '..%2f..', '%2e%2e', '%2e', 'a%5cb', 'a\\b', '%00', 'x'.repeat(101), 'x'.repeat(9000)].map((value) =>
      template.replace(/:\w+/g, value),
    ),
    ...['q=a', 'q=a&q=b', '%71=a', 'q[]=a', 'x=/api/nothing', '../../x', 'a?b', 'q=%00', 'q=%zz', 'q=%c0%af'].map(
      (query) => `${path}?${query}`,
    ),
  ];
}
