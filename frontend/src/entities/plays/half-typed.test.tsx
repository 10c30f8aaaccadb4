// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { expect, test, vi } from 'vitest';
import { onScreen } from '../../test/screen.tsx';
import { PlaythroughForm } from './playthrough-form.tsx';

const ofBrowser = 'Alles eingeben';

test.each([
  ['hours', 'Hours must be at least 0'],
  ['started_on', ofBrowser],
  ['ended_on', ofBrowser],
])('does not save half-typed %s as empty but shows "%s"', async (name, message) => {
  const onSubmit = vi.fn();
  const { press } = await onScreen(
    configureStore({ reducer: () => ({}) }),
    <PlaythroughForm label="New" platforms={[]} platform={null} onSubmit={onSubmit} onCancel={() => {}} />,
  );
  const box = document.querySelector<HTMLInputElement>(`[name=${name}]`);
  // '12,5' where a point is expected, or 31 February: jsdom drops such text, browsers return empty text.
  Object.defineProperty(box, 'validity', { value: { badInput: true } });
  Object.defineProperty(box, 'validationMessage', { value: ofBrowser });
  await press('Save');
  expect(onSubmit).not.toHaveBeenCalled();
  expect(document.body.textContent).toContain(message);
  expect(document.activeElement).toBe(box);
});
