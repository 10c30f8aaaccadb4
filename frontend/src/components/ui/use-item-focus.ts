import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

/** Where focus is: an item, and which of its controls. */
interface Place {
  readonly index: number;
  readonly control: number;
}

const controlsOf = (item: Element) =>
  [...item.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')].filter(({ tabIndex }) => tabIndex >= 0);

function placeOf(target: EventTarget): Place | null {
  if (!(target instanceof HTMLElement)) return null;
  const item = target.closest<HTMLElement>('[data-index]');
  return item && { index: Number(item.dataset.index), control: controlsOf(item).indexOf(target) };
}

/** How many items a key goes on; what is left over at either end stays on the first or last item. */
function stepOf(key: string, columns: number): number | undefined {
  const across = columns > 1 ? 1 : 0;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: across,
    ArrowLeft: -across,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  return steps[key] || undefined;
}

const isModified = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => altKey || ctrlKey || metaKey || shiftKey;

/**
 * Keyboard movement between the items of a virtual grid, and focus that is not lost when its item goes: it passes to the
 * item that takes the place, or, with none left, to the page's heading.
 * @param scrollTo brings an item on screen that is not rendered
 */
export function useItemFocus(
  grid: RefObject<HTMLElement | null>,
  count: number,
  columns: number,
  scrollTo: (index: number) => void,
) {
  const place = useRef<Place | null>(null);
  const moving = useRef(false);

  const focusPlace = (): boolean => {
    if (!place.current) return false;
    const { index, control } = place.current;
    const item = grid.current?.querySelector(`[data-index="${Math.min(index, count - 1)}"]`);
    if (!item) return false;
    const controls = controlsOf(item);
    (controls[control] ?? controls[0])?.focus();
    moving.current = false;
    return true;
  };

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
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // What floats over the page, a dialog or an alert, gives focus back when it goes; by then the item may have moved.
      // An item that is removed sends no blur.
      if (relatedTarget === null || relatedTarget.closest('main')) place.current = null;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = stepOf(event.key, columns);
      const from = placeOf(event.target);
      if (step === undefined || from === null || from.control < 0 || isModified(event)) return;
      event.preventDefault();
      const target = from.index + step;
      // Up from the first row and down from the last one lead nowhere, rather than sideways.
      if (Number.isFinite(step) && (target < 0 || target >= count)) return;
      place.current = { ...from, index: Math.max(0, Math.min(count - 1, target)) };
      moving.current = true;
      if (!focusPlace()) scrollTo(place.current.index);
    },
  };
}
