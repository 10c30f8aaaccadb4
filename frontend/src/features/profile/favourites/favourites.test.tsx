// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { libraryActions } from '../../../entities/library/slice.ts';
import { anEntry } from '../../../test/builders.ts';
import { onScreen } from '../../../test/screen.tsx';
import { serverStore } from '../../../test/server-store.ts';
import { Favourites } from './favourites.tsx';

test('hides a favorite that was removed from the vault', async () => {
  const entry = anEntry();
  const named = (entry_id: string, name: string) => ({ entry_id, guid: entry_id, name, image_url: null });
  const games = [named('removed', 'Pong'), named(entry.id, 'Tempest')];
  const { store } = serverStore({ 'GET /api/games/library/favourites': { favourites: { version: 1, games } } });
  store.dispatch(libraryActions.changed({ entries: [entry], reached: { at: 0, cursor: null } }));
  const { reads } = await onScreen(store, <Favourites />);
  await reads('Tempest');
  expect(document.body.textContent).not.toContain('Pong');
});
