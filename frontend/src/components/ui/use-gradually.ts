import { useDeferredValue } from 'react';

/**
 * The first of many items at once, the others as soon as these are on screen: drawn in one go they would hold up a slow
 * device. Only of use when each item is drawn by a component that is memoised.
 * @param first how many fill the first screen
 */
export const useGradually = <Item>(items: readonly Item[], first: number): readonly Item[] =>
  useDeferredValue(items, items.slice(0, first));
