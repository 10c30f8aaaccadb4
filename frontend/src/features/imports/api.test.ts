import { afterEach, expect, test, vi } from 'vitest';
import { failure } from '../../test/answers.ts';
import { serverStore } from '../../test/server-store.ts';
import { importsApi } from './api.ts';

const { imports, importRows, forgetImport } = importsApi.endpoints;
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

test('requests no imports again when the server refuses to remove one', async () => {
  const refusal = failure(409, 'imports.running', 'It is still running.');
  const { dispatch, made } = serverStore({ [`GET ${path}`]: { imports: [] }, [`DELETE ${path}/:id`]: refusal });
  await dispatch(imports.initiate());
  await dispatch(forgetImport.initiate({ params: { id } }));
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(made.map(({ method }) => method)).toEqual(['GET', 'DELETE']);
});
