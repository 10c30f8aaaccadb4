import { call } from '../support/api.ts';
import { anyOf, myself, people } from '../support/people.ts';

/** A gamer who looks for another, reads their library, follows them and thinks better of it. */
export function social(): void {
  const { cookie, id: own } = myself();
  const other = anyOf(people);
  const q = encodeURIComponent(other.username.slice(0, 6));
  call('GET', { path: `/api/users/search?q=${q}&limit=10`, name: '/api/users/search', cookie });
  call('GET', { path: `/api/users/${other.id}`, name: '/api/users/:id', cookie });
  if (other.id === own) return;
  for (const act of ['follow', 'unfollow']) {
    call('POST', { path: `/api/users/${other.id}/${act}`, name: `/api/users/:id/${act}`, cookie });
  }
}
