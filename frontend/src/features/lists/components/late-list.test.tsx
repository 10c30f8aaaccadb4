// @vitest-environment jsdom
import { configureStore, Tuple } from '@reduxjs/toolkit';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { expect, test, vi } from 'vitest';
import { serverApi } from '../../../entities/server/api.ts';
import { serverState } from '../../../entities/server/state.ts';
import { sessionSlice } from '../../../entities/session/slice.ts';
import { ListForm } from './list-form.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

test('does not open a new list when the response arrives after its form was closed', async () => {
  const made = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async () => made.promise);
  const store = configureStore({
    reducer: { session: sessionSlice.reducer, [serverApi.reducerPath]: serverApi.reducer },
    middleware: () => new Tuple(...(serverState.middleware ?? [])),
  });
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  const [onDone, onClose] = [vi.fn(), vi.fn()];
  await act(async () =>
    root.render(
      <Provider store={store}>
        <ListForm onDone={onDone} onClose={onClose} />
      </Provider>,
    ),
  );
  const name = document.querySelector('input');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(name, 'Best');
    name?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => document.querySelector('form')?.requestSubmit());
  await act(async () => root.unmount());
  made.resolve(Response.json({ success: true, message: '', list: { id: 'list', name: 'Best', version: 1 } }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(onDone).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});
