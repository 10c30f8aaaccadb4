// @vitest-environment jsdom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { anEntry, someStatistics } from '../../../test/builders.ts';
import { onScreen } from '../../../test/screen.tsx';
import { serverStore } from '../../../test/server-store.ts';
import { UserLibrary } from './user-library.tsx';

class NoResizes {
  observe() {}
  disconnect() {}
}

test('keeps the filter of shared games while it has focus', async () => {
  vi.stubGlobal('ResizeObserver', NoResizes);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  const libraryOf = (shared_games: number) => (
    <UserLibrary username="owl" library={[anEntry()]} stats={{ ...someStatistics(), shared_games }} />
  );
  const { show } = await onScreen(serverStore({}).store, libraryOf(1));
  const filter = () => document.querySelector<HTMLElement>('[type=checkbox]');
  await act(async () => filter()?.focus());
  await show(libraryOf(0));
  expect(document.activeElement).toBe(filter());
  await act(async () => filter()?.blur());
  expect(filter()).toBeNull();
});
