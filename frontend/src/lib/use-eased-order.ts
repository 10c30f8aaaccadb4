import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Milliseconds. */
const duration = 190;
/** Maximum distance of the animation, as a part of the window's height. */
const furthest = 0.6;

const wantsMotion = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Animates the visible items of a regular grid when their order changes. It computes their previous places from the
 * columns, so that it measures nothing while idle.
 * @param grid its children have `data-index`
 * @param keys of its items in order; the same array while the order is the same
 */
export function useEasedOrder(grid: RefObject<HTMLElement | null>, keys: readonly string[]): void {
  const before = useRef(keys);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = keys;
    // Do not animate a filtered or extended list: its items are new, not moved.
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
