import type { WholeLibrary } from '@nightshelf/contracts/library-answers.ts';
import { check } from 'k6';
import { SharedArray } from 'k6/data';
import exec from 'k6/execution';
import http, { type RefinedResponse, type ResponseType } from 'k6/http';
import type { Crowd } from '../src/seed/crowd.ts';

// Parsed once for all virtual users.
const crowds = new SharedArray('crowd', () => [JSON.parse(open(__ENV.CROWD ?? '')) as Crowd]);
const [crowd] = crowds as unknown as [Crowd];
const baseUrl = __ENV.BASE_URL ?? 'http://localhost:8080';

// A client that has the current vault receives 304.
http.setResponseCallback(http.expectedStatuses({ min: 200, max: 399 }));

interface Call {
  readonly path: string;
  /** The path with parameter names, so that figures are kept per call; `path` by default. */
  readonly name?: string;
  readonly body?: object;
  readonly cookie?: string;
  readonly etag?: string | undefined;
  readonly expected?: number;
}

/** Makes a call and checks its status. */
function call(method: string, { path, name = path, body, cookie, etag, expected = 200 }: Call) {
  const response: RefinedResponse<ResponseType | undefined> = http.request(
    method,
    baseUrl + path,
    body === undefined ? null : JSON.stringify(body),
    {
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie ? { cookie } : {}),
        ...(etag ? { 'if-none-match': etag } : {}),
      },
      tags: { name: `${method} ${name}` },
    },
  );
  const statuses = etag ? [expected, 304] : [expected];
  check(response, {
    [`${method} ${name} returns ${statuses.join(' or ')}`]: ({ status }) => statuses.includes(status),
  });
  return response;
}

function anyOf<T>(list: readonly T[]): T {
  const chosen = list[Math.floor(Math.random() * list.length)];
  if (chosen === undefined) throw new Error('An empty list: seed first (npm run seed)');
  return chosen;
}

/** Each virtual user is another person, because two must not edit the same vault. */
const myself = () => crowd.people[(exec.vu.idInTest - 1) % crowd.people.length] ?? anyOf(crowd.people);

const queries = ['zelda', 'mario', 'final fantasy', 'metroid', 'halo', 'portal', 'dark souls', 'civilization'];

/** A visitor opens the home page and today's reviews, searches, and opens two games. */
export function browse(): void {
  call('GET', { path: '/' });
  call('GET', { path: '/api/auth/verify-token' });
  call('GET', { path: '/api/youtube/daily-reviews' });
  const q = encodeURIComponent(anyOf(queries));
  call('GET', { path: `/api/games/search?q=${q}&limit=50`, name: '/api/games/search' });
  for (let count = 0; count < 2; count += 1) {
    call('GET', { path: `/api/games/${anyOf(crowd.guids)}`, name: '/api/games/:guid' });
  }
}

/** The virtual user's cached vault: ETag and entry ids. */
let etag: string | undefined;
let entries: readonly string[] = [];

const statuses = ['want_to_play', 'playing', 'completed', 'dropped', 'collection'];

/** A gamer opens the vault, changes an entry and opens it again; every third also adds and removes a game. */
export function vault(): void {
  const { cookie } = myself();
  openVault(cookie);
  if (entries.length > 0) {
    const body = {
      status: anyOf(statuses),
      rating: 1 + Math.floor(Math.random() * 10),
      hours_played: Math.random() < 0.5 ? 0.5 : 12,
    };
    call('PUT', { path: `/api/games/library/${anyOf(entries)}`, name: '/api/games/library/:id', body, cookie });
  }
  if (__ITER % 3 === 0) addAndRemove(cookie);
  openVault(cookie);
}

function openVault(cookie: string): void {
  const response = call('GET', { path: '/api/games/library', cookie, etag });
  if (response.status !== 200) return;
  etag = response.headers.Etag;
  entries = (response.json('library') as unknown as WholeLibrary['library']).map(({ id }) => id);
}

function addAndRemove(cookie: string): void {
  const body = { game_guid: anyOf(crowd.spare_guids), status: 'playing' };
  const added = call('POST', { path: '/api/games/library/add', body, cookie, expected: 201 });
  const id = added.status === 201 ? added.json('user_game.id') : undefined;
  if (id) call('DELETE', { path: `/api/games/library/${id}`, name: '/api/games/library/:id', cookie });
}

/** A gamer finds another user, reads their vault, follows and unfollows them. */
export function social(): void {
  const { cookie, id: own } = myself();
  const other = anyOf(crowd.people);
  const q = encodeURIComponent(other.username.slice(0, 6));
  call('GET', { path: `/api/users/search?q=${q}&limit=10`, name: '/api/users/search', cookie });
  call('GET', { path: `/api/users/${other.id}`, name: '/api/users/:id', cookie });
  if (other.id === own) return;
  for (const act of ['follow', 'unfollow']) {
    call('POST', { path: `/api/users/${other.id}/${act}`, name: `/api/users/:id/${act}`, cookie });
  }
}

/** A gamer signs in on another device and signs out again; the first session continues. */
export function signIn(): void {
  http.cookieJar().clear(baseUrl);
  const body = { username_or_email: myself().username, password: crowd.password };
  const response = call('POST', { path: '/api/auth/login', body });
  // k6 keeps the cookie of the response, as a browser does.
  const verified = call('GET', { path: '/api/auth/verify-token' });
  check(verified, { 'the new session is valid': (seen) => response.status !== 200 || seen.json('success') === true });
  call('POST', { path: '/api/auth/logout', body: {} });
}
