// @vitest-environment jsdom
import type { ImportRow } from '@nightshelf/contracts/imports.ts';
import { configureStore, Tuple } from '@reduxjs/toolkit';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { serverApi } from '../../../entities/server/api.ts';
import { serverState } from '../../../entities/server/state.ts';
import { sessionSlice } from '../../../entities/session/slice.ts';
import { patience } from '../../../testing/patience.ts';
import { RowsPanel } from './rows-panel.tsx';
import './match-dialog.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const rowOf = (position: number, title: string) =>
  ({
    position,
    given: { title },
    fate: 'unmatched',
    is_done: false,
    stores: null,
    match: 'none',
    undone: null,
    problems: [],
    changes: [],
    alternatives: [],
    game: null,
  }) as unknown as ImportRow;
const rows = [rowOf(1, 'Tetris'), rowOf(2, 'Doom')];

test("keeps a row's dialog open when the response for the previous row arrives", async () => {
  const matched = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    if (method === 'PUT') return matched.promise;
    return Response.json(address.includes('/rows') ? { success: true, message: '', rows, next: null } : { games: [] });
  });
  const store = configureStore({
    reducer: { session: sessionSlice.reducer, [serverApi.reducerPath]: serverApi.reducer },
    middleware: () => new Tuple(...(serverState.middleware ?? [])),
  });
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  await act(async () =>
    root.render(
      <Provider store={store}>
        <MemoryRouter>
          <RowsPanel id="00000000-0000-4000-8000-000000000001" isOpen rows={2} />
        </MemoryRouter>
      </Provider>,
    ),
  );
  const press = async (name: RegExp) => {
    const named = (button: Element) => name.test(button.getAttribute('aria-label') ?? button.textContent ?? '');
    await act(async () => [...document.querySelectorAll('button')].find(named)?.click());
  };
  const title = () => document.querySelector('[role=dialog] h2')?.textContent ?? null;
  await vi.waitFor(async () => {
    await press(/^Choose… Tetris/);
    expect(title()).toContain('Tetris');
  }, patience);
  await press(/^Skip this row/);
  await press(/^Close$/);
  expect(title()).toBeNull();
  await press(/^Choose… Doom/);
  expect(title()).toContain('Doom');
  await act(async () => {
    matched.resolve(Response.json({ success: true, message: '', row: rows[0] }));
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  expect(title()).toContain('Doom');
  await act(async () => root.unmount());
});
