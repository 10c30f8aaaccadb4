import { afterEach, expect, test, vi } from 'vitest';
import { serverStore } from '../../test/server-store.ts';
import { importsApi } from './api.ts';

const { importRows } = importsApi.endpoints;
const id = '00000000-0000-4000-8000-000000000001';
const path = '/api/games/library/imports';

afterEach(() => vi.unstubAllGlobals());

test('starts at the first page of rows on each visit', async () => {
  const { dispatch, made } = serverStore({ [`GET ${path}/:id/rows`]: { rows: [], next: 50 } });
  const wanted = { id, show: 'all', limit: 50 } as const;
  const visit = dispatch(importRows.initiate(wanted));
  await visit;
  await dispatch(importRows.initiate(wanted, { direction: 'forward', subscribe: false }));
  visit.unsubscribe();
  await new Promise((resolve) => setTimeout(resolve, 10));
  await dispatch(importRows.initiate(wanted, { forceRefetch: true }));
  expect(made.map(({ address }) => address.includes('after=50'))).toEqual([false, true, false]);
});
