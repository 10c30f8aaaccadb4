import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider, type ProviderProps } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { expect, onTestFinished, vi } from 'vitest';
import { patience } from './patience.ts';

const nameOf = (control: Element) => control.getAttribute('aria-label') ?? control.textContent ?? '';

/**
 * Renders a part of a page in jsdom, until `leave` or the end of the test, and acts on it as a user does. Each lookup
 * waits until its target appears.
 */
export async function onScreen(store: ProviderProps['store'], part: ReactNode) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  // jsdom has no layout.
  Element.prototype.scrollIntoView ??= () => {};
  const place = document.body.appendChild(document.createElement('main'));
  const root = createRoot(place);
  const show = (shown: ReactNode) =>
    act(async () =>
      root.render(
        <Provider store={store}>
          <MemoryRouter>{shown}</MemoryRouter>
        </Provider>,
      ),
    );
  await show(part);
  const found = async <Found,>(look: () => Found | undefined | null): Promise<Found> => {
    let is: Found | undefined | null;
    await vi.waitFor(async () => {
      // Flush pending updates.
      await act(async () => {});
      is = look();
      expect(is ?? null).not.toBeNull();
    }, patience);
    return is as Found;
  };
  /** An open dialog makes the page behind it unreachable. */
  const reach = () => [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document;
  const input = (label: string) =>
    [...reach().querySelectorAll('label')]
      .filter(({ textContent }) => textContent?.startsWith(label))
      .map(({ htmlFor }) => document.getElementById(htmlFor))
      .find((control) => control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement);
  const leave = async () => {
    await act(async () => root.unmount());
    place.remove();
  };
  onTestFinished(leave);
  return {
    found,
    /** Waits for a text. */
    reads: (text: string) => found(() => document.body.textContent?.includes(text) || null),
    /** Renders something else in its place. */
    show,
    press: async (name: string) => {
      const named = (button: HTMLButtonElement) => !button.disabled && nameOf(button) === name;
      const button = await found(() => [...reach().querySelectorAll('button')].find(named));
      await act(async () => button.click());
    },
    fill: async (label: string, value: string) => {
      const field = await found(() => input(label));
      await act(async () => {
        // React overrides the property of the field itself.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      });
    },
    typed: (label: string) => input(label)?.value,
    /** Title of the open dialog. */
    dialog: () => reach().querySelector('h2[id]')?.textContent ?? null,
    /** Answers a request and lets its effects settle. */
    answered: (answer: () => void) =>
      act(async () => {
        answer();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }),
    leave,
  };
}
