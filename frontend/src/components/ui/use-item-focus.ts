import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

/** The focused item, and which of its controls. */
interface Place {
  readonly index: number;
  readonly control: number;
}

/** Skip controls hidden from assistive technology: they have an accessible equivalent. */
const controlsOf = (item: Element) =>
  [...item.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input:not(:disabled)')].filter(
    (control) => !control.closest('[aria-hidden="true"]'),
  );

/** Returns an item's main control: its first link. */
const mainOf = (controls: readonly HTMLElement[]) => controls.find((control) => control.matches('a')) ?? controls[0];

function placeOf(target: EventTarget): Place | null {
  if (!(target instanceof HTMLElement)) return null;
  const item = target.closest<HTMLElement>('[data-index]');
  return item && { index: Number(item.dataset.index), control: controlsOf(item).indexOf(target) };
}

/** Returns how many items a key moves by; the caller clamps it to the first and last item. */
function stepOf(key: string, columns: number, page: number): number | undefined {
  const across = columns > 1 ? 1 : 0;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: across,
    ArrowLeft: -across,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
    PageDown: page,
    PageUp: -page,
  };
  return steps[key] || undefined;
}

const isModified = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => altKey || ctrlKey || metaKey || shiftKey;

/**
 * Keyboard focus in a virtual grid, which is a single Tab stop at the last focused item. When the focused item is
 * removed, focus moves to the item in its place, or to the page's heading if none is left.
 * @param page how many items a window holds
 * @param scrollTo scrolls to an item that is not rendered
 */
export function useItemFocus(
  grid: RefObject<HTMLElement | null>,
  count: number,
  columns: number,
  page: number,
  scrollTo: (index: number) => void,
) {
  const place = useRef<Place | null>(null);
  const moving = useRef(false);
  /** The item that Tab leads to. */
  const stop = useRef(0);

  const rove = () => {
    const items = [...(grid.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [])];
    const there = items.find(({ dataset }) => Number(dataset.index) === stop.current) ?? items[0];
    for (const item of items) {
      const tabIndex = item === there ? '0' : '-1';
      for (const control of controlsOf(item)) {
        if (control.getAttribute('tabindex') !== tabIndex) control.setAttribute('tabindex', tabIndex);
      }
    }
  };

  const focusPlace = (): boolean => {
    if (!place.current) return false;
    const { index, control } = place.current;
    const item = grid.current?.querySelector(`[data-index="${Math.min(index, count - 1)}"]`);
    if (!item) return false;
    const controls = controlsOf(item);
    (controls[control] ?? mainOf(controls))?.focus();
    moving.current = false;
    return true;
  };

  useEffect(rove);

  useEffect(() => {
    if (moving.current || document.activeElement === document.body) focusPlace();
  });

  useEffect(
    () => () => {
      if (!place.current || document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('main h1[tabindex]')?.focus();
    },
    [],
  );

  return {
    onFocus: ({ target }: FocusEvent) => {
      place.current = placeOf(target);
      if (!place.current || place.current.index === stop.current) return;
      stop.current = place.current.index;
      rove();
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // Keep the place when focus goes to a dialog or alert, which returns it later, when the item may have moved. A
      // removed item sends no blur.
      if (relatedTarget === null || relatedTarget.closest('main')) place.current = null;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = stepOf(event.key, columns, page);
      const from = placeOf(event.target);
      if (step === undefined || from === null || from.control < 0 || isModified(event)) return;
      event.preventDefault();
      const target = from.index + step;
      // Up from the first row and down from the last do nothing, rather than move sideways.
      if (event.key.startsWith('Arrow') && (target < 0 || target >= count)) return;
      place.current = { ...from, index: Math.max(0, Math.min(count - 1, target)) };
      moving.current = true;
      if (!focusPlace()) scrollTo(place.current.index);
    },
  };
}
