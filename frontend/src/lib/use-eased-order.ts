import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Milliseconds. */
const duration = 190;
/** From further away than that part of a window an item only slides in. */
const furthest = 0.6;

const wantsMotion = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Lets the items of a regular grid that are on screen move to their new places when their order changes. Where they came from is
 * worked out from the columns: nothing is measured while nothing moves.
 * @param grid its children have `data-index`
 * @param keys of its items, in order; the same array for as long as that is the same
 */
export function useEasedOrder(grid: RefObject<HTMLElement | null>, keys: readonly string[]): void {
  const before = useRef(keys);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = keys;
    // What was searched, filtered or added is new there; it has not moved.
    if (was === keys || was.length !== keys.length || !grid.current || !wantsMotion()) return;
    const place = new Map(was.map((key, index) => [key, index]));
    const style = getComputedStyle(grid.current);
    const columns = style.gridTemplateColumns.split(' ').length;
    const gap = Number.parseFloat(style.columnGap) || 0;
    const width = (Number.parseFloat(style.gridTemplateColumns) || 0) + gap;
    const height = (Number.parseFloat(style.gridAutoRows) || 0) + (Number.parseFloat(style.rowGap) || 0);
    const most = window.innerHeight * furthest;
    for (const item of grid.current.querySelectorAll<HTMLElement>(':scope > [data-index]')) {
      const index = Number(item.dataset.index);
      const from = place.get(keys[index] ?? '');
      if (from === undefined || from === index) continue;
      const { top, bottom } = item.getBoundingClientRect();
      if (bottom < 0 || top > window.innerHeight) continue;
      const x = ((from % columns) - (index % columns)) * width;
      const y = (Math.floor(from / columns) - Math.floor(index / columns)) * height;
      const transform = `translate(${x}px, ${Math.max(-most, Math.min(most, y))}px)`;
      item.animate([{ transform }, { transform: 'none' }], { duration, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' });
    }
  }, [grid, keys]);
}
