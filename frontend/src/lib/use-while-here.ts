import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Returns whether the component is mounted. */
export function useIsHere(): Readonly<RefObject<boolean>> {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

/**
 * Guards what a response does to its component, such as closing it: after unmounting it does nothing.
 * @returns a function that runs a callback and returns its result; undefined after unmounting
 */
export function useWhileHere(): <Result>(then: () => Result) => Result | undefined {
  const isHere = useIsHere();
  return useCallback((then) => (isHere.current ? then() : undefined), [isHere]);
}
