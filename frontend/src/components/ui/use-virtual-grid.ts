import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  startTransition,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

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
function useItemFocus(
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

/** Pixels beyond the window in which items are rendered, so that a quick flick shows no gap. */
const reserve = 350;

/** Up to this many items are all rendered, so that the browser's page search finds them. */
const few = 200;

/** Milliseconds before all of a short list is rendered, if more than `little` items are new. */
const rests = 400;
const little = 20;

const none: readonly unknown[] = [];

interface Geometry {
  readonly columns: number;
  /** Lengths in CSS pixels; `top` is the distance from the top of the document. */
  readonly rowHeight: number;
  readonly rowGap: number;
  readonly top: number;
}

function readGeometry(grid: HTMLElement): Geometry {
  const style = getComputedStyle(grid);
  return {
    columns: style.gridTemplateColumns.split(' ').length,
    rowHeight: Number.parseFloat(style.gridAutoRows),
    rowGap: Number.parseFloat(style.rowGap) || 0,
    top: grid.getBoundingClientRect().top + window.scrollY,
  };
}

const isSame = (a: Geometry, b: Geometry): boolean =>
  a.columns === b.columns && a.rowHeight === b.rowHeight && a.rowGap === b.rowGap && a.top === b.top;

/** Reads columns and row heights from the style sheet, so that breakpoints are defined once, in classes. */
function useGeometry(grid: RefObject<HTMLElement | null>): Geometry | null {
  const [geometry, setGeometry] = useState<Geometry | null>(null);
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return undefined;
    const read = () => {
      const now = readGeometry(element);
      setGeometry((before) => (before && isSame(before, now) ? before : now));
    };
    const observer = new ResizeObserver(read);
    observer.observe(element);
    // Content above the grid may grow and push it down.
    observer.observe(document.body);
    read();
    return () => observer.disconnect();
  }, [grid]);
  return geometry;
}

/**
 * Returns whether to render all of a short list: initially, and while few items are new. While the user types, only
 * visible items render, since two hundred cards per key would take half a second.
 */
function useWhole(items: readonly unknown[]): boolean {
  const isFew = items.length <= few;
  const [last, setLast] = useState<readonly unknown[] | null>(null);
  const known = useMemo(() => new Set(last), [last]);
  const isWhole =
    isFew && (last === null || last === items || items.filter((item) => !known.has(item)).length <= little);
  useEffect(() => {
    const now = isFew ? items : none;
    if (last === now) return undefined;
    const draw = () => startTransition(() => setLast(now));
    if (isWhole || !isFew) {
      draw();
      return undefined;
    }
    const timer = setTimeout(draw, rests);
    return () => clearTimeout(timer);
  }, [items, last, isWhole, isFew]);
  return isWhole;
}

/**
 * A list or grid that scrolls with the window and renders only the items near it. The element of `ref` is a CSS grid
 * with fixed `auto-rows`; padding replaces the other rows. Its children have `data-index`, and keys by their content.
 * Arrow keys, Home and End move between items and stay on the same control.
 * @param items the same array while the items are the same
 * @returns the items to render, from `first` up to but not including `end`, and the props of the element
 */
export function useVirtualGrid<E extends HTMLElement>(items: readonly unknown[]) {
  const count = items.length;
  // Render what is in the window first and the reserve around it afterwards.
  const drawn = useDeferredValue<readonly unknown[] | null>(items, null);
  const isWhole = useWhole(items);
  const ref = useRef<E>(null);
  const geometry = useGeometry(ref);
  const { columns = 1, rowHeight = 0, rowGap = 0, top = 0 } = geometry ?? {};
  const virtualizer = useWindowVirtualizer({
    count: geometry ? Math.ceil(count / columns) : 0,
    estimateSize: () => rowHeight,
    gap: rowGap,
    scrollMargin: top,
    overscan: rowHeight > 0 && drawn === items ? Math.ceil(reserve / rowHeight) : 0,
  });
  // The virtualizer caches sizes until `measure` is called.
  useLayoutEffect(() => {
    if (rowHeight > 0) virtualizer.measure();
  }, [virtualizer, rowHeight]);

  const page = columns * Math.max(1, Math.floor(window.innerHeight / (rowHeight + rowGap || 1)) - 1);
  const focus = useItemFocus(ref, count, columns, page, (index) =>
    virtualizer.scrollToIndex(Math.floor(index / columns)),
  );
  const rows = virtualizer.getVirtualItems();
  const isAll = isWhole && drawn !== null;
  const [firstRow, lastRow] = isAll ? [] : [rows[0], rows.at(-1)];
  const end = lastRow ? Math.min(count, (lastRow.index + 1) * columns) : 0;
  return {
    first: (firstRow?.index ?? 0) * columns,
    end: isAll ? count : end,
    grid: {
      ref,
      style: {
        paddingTop: (firstRow?.start ?? top) - top,
        paddingBottom: lastRow ? virtualizer.getTotalSize() - (lastRow.end - top) : 0,
      },
      ...focus,
    },
  };
}
