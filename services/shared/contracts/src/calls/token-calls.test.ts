import { expect, test } from 'vitest';
import type { Endpoint } from '../call.ts';
import { endpoints } from './endpoints.ts';

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const isAboutGames = ({ path }: Endpoint) => path.startsWith('/api/games/');

test('calls about games accept an API token with the scope of their method, and of the others only a user page', () => {
  const accepting = endpoints.filter(({ scope }) => scope);
  for (const call of accepting) {
    const scope = call.method === 'GET' ? 'library:read' : 'library:write';
    expect([nameOf(call), call.scope]).toEqual([nameOf(call), scope]);
  }
  expect(accepting.filter((call) => !isAboutGames(call)).map(nameOf)).toEqual(['GET /api/users/:id']);
  const refusing = endpoints.filter((call) => isAboutGames(call) && !call.scope);
  expect(refusing.map(nameOf).sort()).toEqual([
    'GET /api/games/steam',
    'POST /api/games/cache-search-results',
    'POST /api/games/candidates',
    'PUT /api/games/library/history',
  ]);
});
