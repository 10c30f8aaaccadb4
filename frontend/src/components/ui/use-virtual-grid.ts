import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type RefObject,
  startTransition,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useItemFocus } from './use-item-focus.ts';

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
  const firstRow = rows[0];
  const lastRow = rows.at(-1);
  if (isWhole && drawn !== null) {
    return { first: 0, end: count, grid: { ref, style: { paddingTop: 0, paddingBottom: 0 }, ...focus } };
  }
  return {
    first: (firstRow?.index ?? 0) * columns,
    end: lastRow ? Math.min(count, (lastRow.index + 1) * columns) : 0,
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
