// @vitest-environment jsdom
import { configureStore, Tuple } from '@reduxjs/toolkit';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { librarySlice } from '../../../entities/library/slice.ts';
import { temporaryId } from '../../../entities/library/sync/change.ts';
import { serverApi } from '../../../entities/server/api.ts';
import { serverState } from '../../../entities/server/state.ts';
import { sessionSlice } from '../../../entities/session/slice.ts';
import { aGame, anEntry } from '../../../test/builders.ts';
import { onScreen } from '../../../test/screen.tsx';
import { Plays } from '../game-page.tsx';
import './plays-panel.tsx';

vi.stubGlobal('fetch', async () =>
  Response.json({ success: true, message: '', playthroughs: [], sessions: [], hours: null, next: null }),
);

const game = { ...aGame(), description: null, aliases: null, number_of_user_reviews: 0, original_game_rating: null };

test.each([
  ['session', 'sessions', 'textarea'],
  ['playthrough', 'playthroughs', '[name=copy]'],
])('keeps a typed %s when the server confirms that the game was added', async (_, section, field) => {
  const entry = anEntry({ id: temporaryId('key') });
  const before = librarySlice.getInitialState();
  const shelf = (now: typeof entry) => ({ ...before, status: 'ready' as const, entries: { [now.guid]: now } });
  const library = (state = shelf(entry), action: { readonly type: string }) =>
    action.type === 'test/added' ? shelf(anEntry()) : state;
  const store = configureStore({
    reducer: { library, session: sessionSlice.reducer, [serverApi.reducerPath]: serverApi.reducer },
    middleware: () => new Tuple(...(serverState.middleware ?? [])),
  });
  const { leave } = await onScreen(store, <Plays game={game} />);
  const box = () => document.querySelector<HTMLInputElement | HTMLTextAreaElement>(field);
  await act(async () => document.querySelector<HTMLElement>(`[aria-labelledby=${section}] button`)?.click());
  await act(async () => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box()), 'value') ?? {};
    set?.call(box(), 'On the old cartridge');
    box()?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => store.dispatch({ type: 'test/added' }));
  expect(box()?.value).toBe('On the old cartridge');
  await leave();
});
