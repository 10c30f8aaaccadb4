import type * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import type * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../test/stub-browser.ts';
import { call } from './api-client.ts';
import { NetworkError } from './api-errors.ts';
import { notedSignOut, noteSignOut } from './sign-out-note.ts';

const listProviders = (within?: number) =>
  call<typeof accountCalls.listIdentityProviders>({ method: 'GET', path: '/api/auth/identity-providers' }, { within });
const search = () =>
  call<typeof catalogCalls.getGame>({ method: 'GET', path: '/api/games/:guid', params: { guid: '3030-1' } });
let made: string[];

const network = (answer: (address: string) => Response | Promise<Response>) =>
  vi.stubGlobal('fetch', async (address: string) => {
    made.push(address);
    return answer(address);
  });

beforeEach(() => {
  made = [];
  stubBrowser();
});
afterEach(() => vi.unstubAllGlobals());

test('delivers a pending sign-out before the next sign-in', async () => {
  network(() => Response.json({ success: true }));
  noteSignOut();
  await listProviders();
  await listProviders();
  expect(made).toEqual(['/api/auth/logout', '/api/auth/identity-providers', '/api/auth/identity-providers']);
});

test('blocks sign-in while a sign-out cannot be delivered, but not public pages', async () => {
  network((address) => {
    if (address === '/api/auth/logout') throw new TypeError('Failed to fetch');
    return Response.json({ success: true });
  });
  noteSignOut();
  await expect(listProviders(0)).rejects.toThrow(NetworkError);
  await search();
  expect(made).toEqual(['/api/auth/logout', '/api/games/3030-1']);
});

test.each([
  ['the page of a captive portal', () => new Response('<p>Welcome to the hotel'), true],
  ['an error of a captive portal', () => new Response('<p>Pay first', { status: 403 }), true],
  ['an error for a used key', () => Response.json({ success: false, code: 'x' }, { status: 422 }), false],
])('after %s, the note stays: %s', async (_, answer, stays) => {
  network(answer);
  noteSignOut();
  await listProviders(0).catch(() => {});
  expect(notedSignOut() !== null).toBe(stays);
  noteSignOut(null);
});

test('remembers the sign-out until the page is left when the browser stores nothing', async () => {
  vi.stubGlobal('localStorage', undefined);
  network(() => Response.json({ success: true }));
  noteSignOut();
  await listProviders();
  expect(made[0]).toBe('/api/auth/logout');
  expect(notedSignOut()).toBeNull();
});

test('delivers a sign-out although the storage has no room for its note', async () => {
  network(() => Response.json({ success: true }));
  const setItem = () => {
    throw new DOMException('No room', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem, removeItem: () => {} });
  noteSignOut();
  await listProviders();
  expect(made).toEqual(['/api/auth/logout', '/api/auth/identity-providers']);
  expect(notedSignOut()).toBeNull();
});
