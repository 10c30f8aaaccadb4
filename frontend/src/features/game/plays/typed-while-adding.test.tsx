// @vitest-environment jsdom
import { act } from 'react';
import { expect, test } from 'vitest';
import { libraryActions } from '../../../entities/library/slice.ts';
import { temporaryId } from '../../../entities/library/sync/change.ts';
import { aDetailedGame, anEntry } from '../../../test/builders.ts';
import { onScreen } from '../../../test/screen.tsx';
import { serverStore } from '../../../test/server-store.ts';
import { Plays } from '../game-page.tsx';
import './plays-panel.tsx';

test.each([
  ['session', 'Log a session', 'Note'],
  ['playthrough', 'Add playthrough', 'Store or copy'],
])('keeps a typed %s when the server confirms that the game was added', async (_, button, field) => {
  const { store } = serverStore({
    'GET /api/games/library/sessions': { sessions: [], hours: null, next: null },
    'GET /api/games/library/playthroughs': { playthroughs: [] },
  });
  const has = (entry = anEntry()) =>
    store.dispatch(libraryActions.changed({ entries: [entry], reached: { at: 0, cursor: null } }));
  has(anEntry({ id: temporaryId('key') }));
  const { press, fill, typed } = await onScreen(store, <Plays game={aDetailedGame()} />);
  await press(button);
  await fill(field, 'On the old cartridge');
  await act(async () => has());
  expect(typed(field)).toBe('On the old cartridge');
});
