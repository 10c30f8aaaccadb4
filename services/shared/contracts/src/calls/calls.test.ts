import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../call.ts';
import { endpoints } from './endpoints.ts';
import { journeyOf, journeys } from './journeys.ts';
import { updateEntry } from './library.ts';

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

test('every call of a journey is known to the gateway and belongs to no other journey', () => {
  for (const [journey, calls] of Object.entries(journeys)) {
    for (const call of calls) expect([endpoints.includes(call), journeyOf(call)]).toEqual([true, journey]);
  }
  expect(endpoints.filter(journeyOf).length).toBeLessThan(20);
});

test.each([
  [{}, false],
  [{ if_version: 3 }, false],
  [{ rating: null, if_version: 3 }, true],
  [{ is_shared: true }, true],
])('documents the same bounds of an edit as the call enforces: %j', (body, valid) => {
  const edit = updateEntry.body ?? z.never();
  const schema = z.toJSONSchema(edit, { io: 'input' });
  expect(new Ajv2020({ strict: false }).validate(schema, body)).toBe(valid);
  expect(edit.safeParse(body).success).toBe(valid);
});
