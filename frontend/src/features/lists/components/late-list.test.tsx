// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { onScreen } from '../../../test/screen.tsx';
import { serverStore } from '../../../test/server-store.ts';
import { ListForm } from './list-form.tsx';
import { NoteDialog } from './note-dialog.tsx';

test('does not open a new list when the response arrives after its form was closed', async () => {
  const made = Promise.withResolvers<object>();
  const { store } = serverStore({ 'POST /api/games/lists': () => made.promise });
  const [onDone, onClose] = [vi.fn(), vi.fn()];
  const { fill, press, leave, answered } = await onScreen(store, <ListForm onDone={onDone} onClose={onClose} />);
  await fill('Name', 'Best');
  await press('Create list');
  await leave();
  await answered(() => made.resolve({ success: true, message: '', list: { id: 'list', name: 'Best', version: 1 } }));
  expect(onDone).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

async function visitNote() {
  const saved = Promise.withResolvers<object>();
  const { store, made } = serverStore({ 'PUT /api/games/lists/:id/games/:entry_id': () => saved.promise });
  const onClose = vi.fn();
  const list = { id: 'list', name: 'Best', description: null, version: 1, game_count: 1, covers: [] };
  const game = { entry_id: 'entry', guid: '3030-1', name: 'Pong', image_url: null, note: null };
  const screen = await onScreen(store, <NoteDialog list={list} game={game} onClose={onClose} />);
  await screen.fill('Note of Pong', 'Two paddles');
  return { ...screen, made, onClose };
}

test('saves a note once, and locks its text until the response', async () => {
  const { found, answered, made } = await visitNote();
  const note = await found(() => document.querySelector('textarea'));
  const enter = () => note.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  await answered(enter);
  await answered(enter);
  expect(made).toHaveLength(1);
  expect(note.readOnly).toBe(true);
});

test('asks before it closes with an unsaved note', async () => {
  const { press, reads, onClose } = await visitNote();
  await press('Close');
  await reads('Your changes are not saved yet.');
  expect(onClose).not.toHaveBeenCalled();
  await press('Discard changes');
  expect(onClose).toHaveBeenCalled();
});
