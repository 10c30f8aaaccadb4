import { call } from '../support/api.ts';
import { anyOf, guids } from '../support/people.ts';

const queries = ['zelda', 'mario', 'final fantasy', 'metroid', 'halo', 'portal', 'dark souls', 'civilization'];

/** A visitor: the home page, today's reviews, a search, two games. */
export function browse(): void {
  call('GET', { path: '/', name: '/' });
  call('GET', { path: '/api/auth/verify-token', name: '/api/auth/verify-token' });
  call('GET', { path: '/api/youtube/daily-reviews', name: '/api/youtube/daily-reviews' });
  const q = encodeURIComponent(anyOf(queries));
  call('GET', { path: `/api/games/search?q=${q}&limit=50`, name: '/api/games/search' });
  for (let count = 0; count < 2; count += 1) {
    call('GET', { path: `/api/games/${anyOf(guids)}`, name: '/api/games/:guid' });
  }
}
