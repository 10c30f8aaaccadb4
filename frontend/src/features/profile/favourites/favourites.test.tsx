// @vitest-environment jsdom
import { configureStore, Tuple } from '@reduxjs/toolkit';
import { expect, test, vi } from 'vitest';
import { librarySlice } from '../../../entities/library/slice.ts';
import { serverApi } from '../../../entities/server/api.ts';
import { serverState } from '../../../entities/server/state.ts';
import { sessionSlice } from '../../../entities/session/slice.ts';
import { anEntry } from '../../../test/builders.ts';
import { onScreen } from '../../../test/screen.tsx';
import { Favourites } from './favourites.tsx';

test('hides a favorite that was removed from the vault', async () => {
  const entry = anEntry();
  const named = (entry_id: string, name: string) => ({ entry_id, guid: entry_id, name, image_url: null });
  const games = [named('removed', 'Pong'), named(entry.id, 'Tempest')];
  vi.stubGlobal('fetch', async () => Response.json({ success: true, message: '', favourites: { version: 1, games } }));
  const library = { ...librarySlice.getInitialState(), status: 'ready' as const, entries: { [entry.guid]: entry } };
  const store = configureStore({
    reducer: { library: () => library, session: sessionSlice.reducer, [serverApi.reducerPath]: serverApi.reducer },
    middleware: () => new Tuple(...(serverState.middleware ?? [])),
  });
  const { reads } = await onScreen(store, <Favourites />);
  await reads('Tempest');
  expect(document.body.textContent).not.toContain('Pong');
});
