// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { onScreen } from '../../../test/screen.tsx';
import { serverStore } from '../../../test/server-store.ts';
import { RowsPanel } from './rows-panel.tsx';
import './match-dialog.tsx';

const rowOf = (position: number, title: string) => ({
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
});
const rows = [rowOf(1, 'Tetris'), rowOf(2, 'Doom')];

test("keeps a row's dialog open when the response for the previous row arrives", async () => {
  const matched = Promise.withResolvers<object>();
  const path = '/api/games/library/imports/:id/rows';
  const { store } = serverStore({
    [`PUT ${path}/:position`]: () => matched.promise,
    [`GET ${path}`]: { success: true, message: '', rows, next: null },
    'GET /api/games/suggest': { games: [] },
    'GET /api/games/search/external': { games: [] },
  });
  const { press, found, dialog, answered } = await onScreen(
    store,
    <RowsPanel id="00000000-0000-4000-8000-000000000001" isOpen rows={2} />,
  );
  await press('Choose… Tetris');
  await press('Skip this row');
  await press('Close');
  await press('Choose… Doom');
  await found(() => dialog()?.includes('Doom') || null);
  await answered(() => matched.resolve({ success: true, message: '', row: rows[0] }));
  expect(dialog()).toContain('Doom');
});
