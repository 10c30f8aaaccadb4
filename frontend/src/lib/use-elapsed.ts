import { useEffect, useState } from 'react';

/**
 * @param since restarts the timer when it changes; undefined stops it
 * @returns whether the time has passed
 */
export function useElapsed(milliseconds: number, since: string | undefined): boolean {
  const [elapsed, setElapsed] = useState<string>();
  useEffect(() => {
    if (since === undefined) return;
    const timer = setTimeout(() => setElapsed(since), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds, since]);
  return since !== undefined && elapsed === since;
}
