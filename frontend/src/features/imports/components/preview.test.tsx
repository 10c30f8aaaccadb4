// @vitest-environment jsdom
import type { ImportFigures, ImportRow } from '@nightshelf/contracts/imports.ts';
import { configureStore, Tuple } from '@reduxjs/toolkit';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { serverApi } from '../../../entities/server/api.ts';
import { serverState } from '../../../entities/server/state.ts';
import { sessionSlice } from '../../../entities/session/slice.ts';
import { patience } from '../../../testing/patience.ts';
import { ImportSummary, MatchingProgress } from './import-panel.tsx';
import { RowsPanel } from './rows-panel.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const id = '00000000-0000-4000-8000-000000000001';
const stores = {
  ...{ status: 'completed', rating: 9, hours_played: 12.5, platform_id: 94, tags: ['cozy'], is_shared: false },
} as const;
const game = { guid: '3030-1', name: 'Portal 2', image_url: null, year: 2011 };

const rowOf = (position: number, given: Partial<ImportRow>) =>
  ({
    ...{ position, given: { title: `Row name ${position}` }, problems: [], match: 'exact', game, alternatives: [] },
    ...{ fate: 'added', is_done: false, changes: [], stores, undone: null },
    ...given,
  }) as unknown as ImportRow;
const missing = rowOf(3, { match: 'none', game: null, fate: 'unmatched', stores: null });
const pending = rowOf(4, { match: 'pending', game: null, fate: 'matching', stores: null });

let leave = async () => {};
afterEach(() => leave());

/** Renders the part; `changes` lists all calls except reads. */
async function show(part: ReactNode, rows: readonly ImportRow[] = []) {
  const changes: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    if (method !== 'GET') changes.push(`${method} ${address} ${body ?? ''}`.trim());
    const wanted = rows.filter(({ match }) => !address.includes('attention') || match !== 'exact');
    return Response.json({ success: true, message: '', rows: method === 'GET' ? wanted : 1, next: null });
  });
  const store = configureStore({
    reducer: { session: sessionSlice.reducer, [serverApi.reducerPath]: serverApi.reducer },
    middleware: () => new Tuple(...(serverState.middleware ?? [])),
  });
  const page = document.body.appendChild(document.createElement('main'));
  const root = createRoot(page);
  await act(async () =>
    root.render(
      <Provider store={store}>
        <MemoryRouter>{part}</MemoryRouter>
      </Provider>,
    ),
  );
  leave = async () => {
    await act(async () => root.unmount());
    page.remove();
  };
  const press = (name: string) =>
    act(async () =>
      [...page.querySelectorAll('button')]
        .find((button) => [button.getAttribute('aria-label'), button.textContent].includes(name))
        ?.click(),
    );
  return { page, changes, press };
}

const figures = (given: Partial<ImportFigures>) =>
  ({
    ...{ id, status: 'ready', rows: 900, done: 0, matching: null, parts: [], undone: {} },
    fates: { added: 288, changed: 7, unmatched: 5, unchanged: 3, doubled: 1, left_out: 0, unreadable: 0, refused: 0 },
    ...given,
  }) as unknown as ImportFigures;

test('shows rows that need attention first, without those still being matched', async () => {
  const { page } = await show(<RowsPanel id={id} isOpen rows={4} />, [rowOf(1, {}), missing, pending]);
  await vi.waitFor(() => expect(page.textContent).toContain('Row name 3'), patience);
  expect(page.textContent).toContain('Needs attention (1)');
  expect(page.textContent).toContain('All rows (4)');
  expect(page.querySelectorAll('ul[aria-label=Rows] > li')).toHaveLength(1);
});

test('shows all rows with their games and entries when none needs attention', async () => {
  const { page } = await show(<RowsPanel id={id} isOpen rows={1} />, [rowOf(1, {})]);
  await vi.waitFor(() => expect(page.textContent).toContain('Portal 2 (2011)'), patience);
  expect(page.textContent).not.toContain('Needs attention');
  for (const words of ['"Row name 1" in your file', 'Completed', '9 of 10', '12.5 h', 'PC', 'cozy']) {
    expect(page.textContent).toContain(words);
  }
});

test('needs no attention for stored games', async () => {
  const done = rowOf(1, { match: 'likely', is_done: true });
  const { page } = await show(<RowsPanel id={id} isOpen rows={1} />, [done]);
  await vi.waitFor(() => expect(page.textContent).toContain('Portal 2 (2011)'), patience);
  expect(page.textContent).not.toContain('Needs attention');
});

test('leaves a row out with one button', async () => {
  const { page, changes, press } = await show(<RowsPanel id={id} isOpen rows={1} />, [missing]);
  await vi.waitFor(() => expect(page.textContent).toContain('Row name 3'), patience);
  await press('Leave out: Row name 3');
  expect(changes).toEqual([`PUT /api/games/library/imports/${id}/rows/3 {"guid":null}`]);
});

test('summarizes the import, and acts on rows without a game', async () => {
  const { page, changes, press } = await show(<ImportSummary imported={figures({})} isBefore />);
  expect(page.textContent).toContain('288 games will be added, 7 updated. 5 rows have no game yet.');
  expect(page.textContent).toContain('3 stay as they are · 1 duplicate');
  await press('Add 5 as my own games');
  const path = `/api/games/library/imports/${id}`;
  await vi.waitFor(async () => {
    await press('Look them up again');
    expect(changes).toContain(`POST ${path}/match`);
  }, patience);
  expect(changes[0]).toBe(`POST ${path}/own-games`);
});

test('shows the matching progress, and that the import can start', async () => {
  const { page } = await show(<MatchingProgress imported={figures({ matching: { left: 588, seconds_left: 240 } })} />);
  expect(page.textContent).toContain('312 of 900 matched, about 4 minutes left');
  expect(page.textContent).toContain('You can start now');
});
