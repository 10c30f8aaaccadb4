import { useDeferredValue } from 'react';

/**
 * Renders the first items immediately and the others once these are on screen, because rendering all would block a slow
 * device. Memoize the item component, or this has no effect.
 * @param first how many fill the first screen
 */
export const useGradually = <Item>(items: readonly Item[], first: number): readonly Item[] =>
  useDeferredValue(items, items.slice(0, first));
