import { useCallback, useEffect, useRef } from 'react';

/**
 * For what an answer does to whatever asked for it: it closes, or leads elsewhere. Once that is gone, the answer does nothing, since
 * something else may stand in its place by then.
 * @returns does something and gives what comes of it; undefined once that is gone
 */
export function useWhileHere(): <Result>(then: () => Result) => Result | undefined {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback((then) => (isHere.current ? then() : undefined), []);
}
