// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onScreen } from '../test/screen.tsx';
import { useTypedForm } from './use-typed-form.ts';

const scrollIntoView = vi.fn();
const store = configureStore({ reducer: () => ({}) });

function Form({ onCancel }: { readonly onCancel?: () => void }) {
  const { control, form } = useTypedForm({
    initial: () => ({ year: '' }),
    read: (fields) => ({ fields }),
    onSubmit: () => {},
    ...(onCancel && { onCancel }),
  });
  return (
    <form {...form}>
      <input name={control('year').name} />
    </form>
  );
}

beforeEach(() => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView = scrollIntoView;
});

afterEach(() => {
  scrollIntoView.mockClear();
});

test('focuses the first field and scrolls to the whole form', async () => {
  await onScreen(store, <Form onCancel={() => {}} />);
  expect(document.activeElement?.getAttribute('name')).toBe('year');
  expect(scrollIntoView.mock.contexts).toEqual([document.querySelector('form')]);
});

test('leaves the focus to the dialog when it has no Cancel of its own', async () => {
  await onScreen(store, <Form />);
  expect(document.activeElement).toBe(document.body);
  expect(scrollIntoView).not.toHaveBeenCalled();
});
