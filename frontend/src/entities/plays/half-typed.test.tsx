// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { PlaythroughForm } from './playthrough-form.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

test.each(['hours', 'started_on', 'ended_on'])('does not save half-typed %s as empty', async (name) => {
  const page = document.body.appendChild(document.createElement('main'));
  const root = createRoot(page);
  const onSubmit = vi.fn();
  await act(async () =>
    root.render(<PlaythroughForm label="New" platforms={[]} platform={null} onSubmit={onSubmit} onCancel={() => {}} />),
  );
  const box = page.querySelector<HTMLInputElement>(`[name=${name}]`);
  // '12,5' where a point is expected, or 31 February: jsdom drops such text, browsers return empty text.
  Object.defineProperty(box, 'validity', { value: { badInput: true } });
  Object.defineProperty(box, 'validationMessage', { value: 'Enter all of it' });
  await act(async () => page.querySelector('form')?.requestSubmit());
  expect(onSubmit).not.toHaveBeenCalled();
  expect(page.textContent).toContain('Enter all of it');
  expect(document.activeElement).toBe(box);
  await act(async () => root.unmount());
});
