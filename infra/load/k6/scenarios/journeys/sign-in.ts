import { check } from 'k6';
import http from 'k6/http';
import { call } from '../support/api.ts';
import { myself, password } from '../support/people.ts';

/** A gamer on another device: signs in, is known, signs out. Their first session goes on. */
export function signIn(): void {
  http.cookieJar().clear(__ENV.BASE_URL ?? 'http://localhost:8080');
  const body = { username_or_email: myself().username, password };
  const answer = call('POST', { path: '/api/auth/login', name: '/api/auth/login', body });
  // k6 keeps the cookie that the answer sets, as a browser does.
  const known = call('GET', { path: '/api/auth/verify-token', name: '/api/auth/verify-token' });
  check(known, { 'the new session is known': (seen) => answer.status !== 200 || seen.json('success') === true });
  call('POST', { path: '/api/auth/logout', name: '/api/auth/logout', body: {} });
}
