import { useEffect, useRef } from 'react';

/**
 * For what an answer does to whatever asked for it: it closes, or leads elsewhere. Once that is gone, the answer does nothing, since
 * something else may stand in its place by then.
 */
export function useWhileHere(): (then: () => void) => void {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return (then) => {
    if (isHere.current) then();
  };
}
