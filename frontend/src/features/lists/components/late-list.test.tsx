// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { onScreen } from '../../../test/screen.tsx';
import { serverStore } from '../../../test/server-store.ts';
import { ListForm } from './list-form.tsx';

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
