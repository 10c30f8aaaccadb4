import { expect, test } from 'vitest';
import { endpoints } from './endpoints.ts';

test('the calls that take an API token are these, and what concerns the account is never among them', () => {
  const taken = endpoints.flatMap(({ method, path, scope }) => (scope ? [`${scope} ${method} ${path}`] : []));
  expect(taken.sort()).toEqual([
    'library:read GET /api/games/:guid',
    'library:read GET /api/games/:guid/details',
    'library:read GET /api/games/library',
    'library:read GET /api/games/library/playthroughs',
    'library:read GET /api/games/library/playthroughs/figures',
    'library:read GET /api/games/library/sessions',
    'library:read GET /api/games/library/sessions/days',
    'library:read GET /api/games/library/views',
    'library:read GET /api/games/lists',
    'library:read GET /api/games/lists/:id',
    'library:read GET /api/games/search',
    'library:read GET /api/games/search/external',
    'library:read GET /api/games/suggest',
    'library:read GET /api/games/times',
    'library:read GET /api/users/:id',
    'library:write DELETE /api/games/library/:id',
    'library:write DELETE /api/games/library/playthroughs/:id',
    'library:write DELETE /api/games/library/sessions/:id',
    'library:write DELETE /api/games/library/views/:id',
    'library:write DELETE /api/games/lists/:id',
    'library:write DELETE /api/games/lists/:id/games/:entry_id',
    'library:write POST /api/games/library/:id/playthroughs',
    'library:write POST /api/games/library/:id/restore',
    'library:write POST /api/games/library/:id/sessions',
    'library:write POST /api/games/library/add',
    'library:write POST /api/games/library/add-external',
    'library:write POST /api/games/library/views',
    'library:write POST /api/games/lists',
    'library:write POST /api/games/lists/:id/games',
    'library:write POST /api/games/lists/:id/games/:entry_id/move',
    'library:write PUT /api/games/library/:id',
    'library:write PUT /api/games/library/playthroughs/:id',
    'library:write PUT /api/games/library/sessions/:id',
    'library:write PUT /api/games/library/views/:id',
    'library:write PUT /api/games/lists/:id',
    'library:write PUT /api/games/lists/:id/games/:entry_id',
  ]);
});
