import { useEffect, useState } from 'react';

/**
 * @param since begins anew when it changes; undefined is not timed
 * @returns whether so much time has passed
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
